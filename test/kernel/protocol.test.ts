import * as assert from 'uvu/assert';
import type { KernelClient } from 'fides/kernel';
import { launchKernel, ofType, result, streamed } from '../support/kernel.js';
import { suite } from '../support/suite.js';

const test = suite('kernel protocol');
let kernel: KernelClient;
test.before(async () => {
  kernel = await launchKernel();
});
test.after(() => kernel.shutdown());

const types = (outputs: readonly { header: { msg_type: string } }[]) => outputs.map((m) => m.header.msg_type);

test('a cell publishes its input, its value and nothing else', async () => {
  const answer = await kernel.execute('1 + 1');
  assert.equal(types(answer.outputs), ['execute_input', 'execute_result']);
  assert.equal(result(answer), { 'text/plain': '2' });
  const { status, execution_count, user_expressions, payload } = answer.content;
  assert.equal({ status, user_expressions, payload }, { status: 'ok', user_expressions: {}, payload: [] });
  assert.is(answer.outputs[0]?.content['execution_count'], execution_count);
});

test('a cell that throws publishes one error, and its reply carries the same', async () => {
  const answer = await kernel.execute('const before = 1;\n\nthrow new RangeError("too far")');
  const [error] = ofType(answer, 'error');
  assert.is(answer.content['status'], 'error');
  for (const content of [answer.content, error?.content ?? {}]) {
    assert.is(content['ename'], 'RangeError');
    assert.is(content['evalue'], 'too far');
    assert.match((content['traceback'] as string[]).join('\n'), /\b3\b/); // the line of the throw in the cell
  }
});

test('cells behind one that fails are answered aborted, and do not run', async () => {
  const answers = await Promise.all([
    kernel.execute('await new Promise((r) => setTimeout(r, 50)); throw new Error("first")'),
    kernel.execute('console.log("ran")'),
    kernel.execute('console.log("ran")'),
  ]);
  assert.equal(
    answers.map((a) => a.content['status']),
    ['error', 'aborted', 'aborted'],
  );
  assert.is(answers.map((a) => streamed(a)).join(''), '');
});

test('with stop_on_error false the cells behind it run', async () => {
  const answers = await Promise.all([
    kernel.execute('await new Promise((r) => setTimeout(r, 50)); throw new Error("first")', {
      stopOnError: false,
    }),
    kernel.execute('console.log("ran")'),
  ]);
  assert.equal(
    answers.map((a) => a.content['status']),
    ['error', 'ok'],
  );
  assert.is(streamed(answers[1]!), 'ran\n');
});

test('a silent cell counts for nothing and shows no value', async () => {
  const before = await kernel.execute('0');
  const silent = await kernel.execute('const quiet = 5; quiet', { silent: true });
  const after = await kernel.execute('quiet');
  assert.equal(types(silent.outputs), []);
  assert.is(silent.content['execution_count'], before.content['execution_count']);
  assert.is(after.content['execution_count'], Number(before.content['execution_count']) + 1);
  assert.equal(result(after), { 'text/plain': '5' });
});

test('user expressions are evaluated after the cell, each with a value or an error of its own', async () => {
  const { content } = await kernel.execute('const ten = 10', {
    userExpressions: { double: 'ten * 2', wrong: 'ten.nothing.more' },
  });
  const values = content['user_expressions'] as Record<string, Record<string, unknown>>;
  assert.equal(values['double']?.['data'], { 'text/plain': '20' });
  assert.is(values['wrong']?.['status'], 'error');
  assert.is(content['status'], 'ok');
});

test('history gives inputs, and outputs beside them when asked', async () => {
  await kernel.execute('const h = 6');
  await kernel.execute('h * 7');
  await kernel.execute('h * 8', { storeHistory: false });
  const ask = async (content: Record<string, unknown>) =>
    (await kernel.request('history_request', content)).content['history'] as unknown[][];
  const [plain] = await ask({ hist_access_type: 'tail', n: 1 });
  assert.is(plain?.[2], 'h * 7');
  const both = await ask({ hist_access_type: 'search', pattern: '*h*', output: true, n: 2 });
  assert.equal(
    both.map((item) => item[2]),
    [
      ['const h = 6', null],
      ['h * 7', '42'],
    ],
  );
  const [, line] = plain as [number, number, string];
  assert.equal(await ask({ hist_access_type: 'range', start: line, stop: line + 1 }), [[1, line, 'h * 7']]);
});

test('completion counts the cursor in code points, also behind an emoji', async () => {
  const code = "'😀'.toUpperC";
  const { content } = await kernel.request('complete_request', { code, cursor_pos: [...code].length });
  assert.equal(content['matches'], ['toUpperCase']);
  assert.is(content['cursor_start'], 4);
  assert.is(content['cursor_end'], 12);
});

test('completion knows the names of earlier cells, and of magics', async () => {
  await kernel.execute('const horizon = 250');
  const names = await kernel.request('complete_request', { code: 'horiz', cursor_pos: 5 });
  assert.ok((names.content['matches'] as string[]).includes('horizon'));
  const magics = await kernel.request('complete_request', { code: '%%ti', cursor_pos: 4 });
  assert.equal(magics.content['matches'], ['%%time']);
});

test('inspection shows a signature, and says when there is none', async () => {
  const found = await kernel.request('inspect_request', {
    code: 'Math.floor',
    cursor_pos: 7,
    detail_level: 0,
  });
  assert.is(found.content['found'], true);
  assert.match(
    String((found.content['data'] as Record<string, string>)['text/plain']),
    'floor(x: number): number',
  );
  const none = await kernel.request('inspect_request', { code: '   ', cursor_pos: 1, detail_level: 0 });
  assert.equal([none.content['status'], none.content['found']], ['ok', false]);
});

test('code is judged complete, incomplete with its indent, or invalid', async () => {
  const judge = async (code: string) =>
    (await kernel.request('is_complete_request', { code })).content['status'];
  assert.is(await judge('const a = 1'), 'complete');
  assert.is(await judge('if (true) {'), 'incomplete');
  assert.is(await judge('const s = `open'), 'incomplete');
  assert.is(await judge('const = 1'), 'invalid');
});

test('a cell asks for input and gets it, hidden where it is a password', async () => {
  const asked: unknown[] = [];
  const answer = await kernel.execute(
    "import { password } from 'fides/kernel';\nconst who = prompt('Name: ');\nconst word = password('Word: ');\n`${who}/${word}`",
    {
      onInput: (question, hidden) => {
        asked.push([question, hidden]);
        return hidden ? 'secret' : 'Zoë 😀';
      },
    },
  );
  assert.equal(asked, [
    ['Name: ', false],
    ['Word: ', true],
  ]);
  assert.equal(result(answer), { 'text/plain': "'Zoë 😀/secret'" });
});

test('a cell that asks where nobody can answer fails and says so', async () => {
  const answer = await kernel.execute("prompt('Name: ')");
  assert.is(answer.content['status'], 'error');
  assert.match(String(answer.content['evalue']), 'nobody to ask');
});

test('a comm opened by the client reaches its target, answers, and closes', async () => {
  await kernel.execute(
    "import { registerCommTarget } from 'fides/kernel';\nregisterCommTarget('echo', (comm) => { comm.onMessage = ({ data }) => comm.send({ back: data }) })",
  );
  const heard: unknown[] = [];
  const stop = kernel.onPublished((m) => {
    if (m.header.msg_type.startsWith('comm_'))
      heard.push([m.header.msg_type, m.content['comm_id'], m.content['data']]);
  });
  await kernel.tell('comm_open', { comm_id: 'c1', target_name: 'echo', data: {} });
  await kernel.tell('comm_msg', { comm_id: 'c1', data: { n: 1 } });
  await kernel.execute('0');
  const open = await kernel.request('comm_info_request', { target_name: 'echo' });
  await kernel.tell('comm_close', { comm_id: 'c1', data: {} });
  await kernel.tell('comm_open', { comm_id: 'c2', target_name: 'nobody', data: {} });
  await kernel.execute('0');
  const closed = await kernel.request('comm_info_request', {});
  stop();
  assert.equal(heard, [
    ['comm_msg', 'c1', { back: { n: 1 } }],
    ['comm_close', 'c2', {}], // the answer to an unknown target
  ]);
  assert.equal(open.content['comms'], { c1: { target_name: 'echo' } });
  assert.equal(closed.content['comms'], {});
});

test('debug requests are refused, unknown ones answered, and the ports told', async () => {
  const debug = await kernel.request(
    'debug_request',
    { type: 'request', seq: 7, command: 'initialize' },
    { channel: 'control' },
  );
  assert.equal([debug.content['success'], debug.content['request_seq']], [false, 7]);
  const unknown = await kernel.request('weather_request', {});
  assert.is(unknown.content['status'], 'error');
  const connect = await kernel.request('connect_request', {});
  assert.is(connect.content['shell_port'], kernel.process.connection.shell_port);
});

test('an unhandled rejection fails the cell that it comes from', async () => {
  const answer = await kernel.execute(
    "Promise.reject(new TypeError('lost'));\nawait new Promise((r) => setTimeout(r, 200))",
  );
  assert.equal([answer.content['ename'], answer.content['evalue']], ['TypeError', 'lost']);
});

test('an exception in a timer fails the cell that waits for it', async () => {
  const answer = await kernel.execute(
    "await new Promise(() => setTimeout(() => { throw new TypeError('in a timer') }, 10))",
  );
  assert.equal([answer.content['ename'], answer.content['evalue']], ['TypeError', 'in a timer']);
});

test('an error after the end of a cell is shown under that cell', async () => {
  const late = new Promise<unknown[]>((heard) => {
    kernel.onPublished((m) => {
      if (m.header.msg_type === 'error' && m.content['evalue'] === 'late')
        heard([m.parent.msg_id, m.content['ename']]);
    });
  });
  const first = await kernel.execute("setTimeout(() => { throw new RangeError('late') }, 100); 0");
  await kernel.execute('1');
  assert.equal(await late, [first.reply.parent.msg_id, 'RangeError']);
});

test('a name that a module does not have is told at its place in the cell, and nothing runs', async () => {
  const answer = await kernel.execute("console.log('ran');\nimport { nothing } from 'fides/kernel'");
  assert.is(answer.content['status'], 'error');
  assert.match((answer.content['traceback'] as string[]).join('\n'), /2:10.*no exported member 'nothing'/);
  assert.is(streamed(answer), '');
});

test('process.exit ends the cell and not the kernel', async () => {
  await kernel.execute('let kept = 1');
  const answer = await kernel.execute('process.exit(3)');
  assert.is(answer.content['ename'], 'ProcessExit');
  assert.equal(result(await kernel.execute('kept')), { 'text/plain': '1' });
});

test('a message with a wrong signature is ignored', async () => {
  const { Dealer } = await import('zeromq');
  const { encode, newHeader } = await import('#kernel/transport/message.js');
  const socket = new Dealer({ linger: 0 });
  socket.connect(`tcp://127.0.0.1:${kernel.process.connection.shell_port}`);
  const header = newHeader('kernel_info_request', 'stranger');
  await socket.send(
    encode({ identities: [], header, parent: {}, metadata: {}, content: {}, buffers: [] }, 'wrong key'),
  );
  const answered = await Promise.race([
    socket.receive().then(() => true),
    new Promise<boolean>((r) => setTimeout(() => r(false), 300)),
  ]);
  socket.close();
  assert.is(answered, false);
});

test.run();
