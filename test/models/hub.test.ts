import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { sha256 } from '#fides/base/digest.js';
import { silent, type Progress } from '#fides/base/progress.js';
import { findGguf } from '#fides/models/hub/find.js';
import { parseReference } from '#fides/models/hub/reference.js';
import { suite } from '../support/suite.js';
import { tinyGguf } from '../support/tiny-gguf.js';
import { scratch, userError } from './ask.js';

const test = suite('model hub');
const content = Buffer.concat([tinyGguf({ width: 32 }), Buffer.alloc(400_000, 7)]);
let caches = 0;
const folder = scratch();

/** A hub as the real one answers: resolve redirects to a storage, and names size and SHA-256 on the way. */
interface Options {
  /** Bytes after which the nth transfer is cut. */
  cuts?: number[];
  announced?: string;
  /** Milliseconds between pieces of 16 kB. */
  slowness?: number;
}
async function serve({ cuts = [], announced = sha256(content), slowness = 0 }: Options = {}) {
  const asked: {
    method: string;
    url: string;
    range: string | undefined;
    authorization: string | undefined;
  }[] = [];
  const send = async (response: ServerResponse, from: number) => {
    const cut = cuts.shift();
    const body = content.subarray(from, cut === undefined ? undefined : from + cut);
    for (let at = 0; at < body.length; at += 16_384) {
      response.write(body.subarray(at, at + 16_384));
      if (slowness) await new Promise((done) => setTimeout(done, slowness));
    }
    if (cut === undefined) response.end();
    else setTimeout(() => response.destroy(), 20);
  };
  const answer = (incoming: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers } = incoming;
    asked.push({ method, url, range: headers.range, authorization: headers.authorization });
    if (url.startsWith('/api/models/owner/repo/tree/main'))
      return response.end(
        JSON.stringify(
          ['tiny.Q4_K_M.gguf', 'tiny.Q8_0.gguf', 'README.md'].map((path) => ({ type: 'file', path })),
        ),
      );
    if (url.startsWith('/owner/gated/')) return response.writeHead(401).end();
    if (url.startsWith('/owner/repo/resolve/main/'))
      return response
        .writeHead(302, {
          location: `http://localhost:${port}/storage`,
          'x-linked-etag': `"${announced}"`,
          'x-linked-size': String(content.length),
        })
        .end();
    if (url !== '/storage') return response.writeHead(404).end();
    const from = Number(/bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0);
    response.writeHead(from ? 206 : 200, {
      'content-length': content.length - from,
      ...(from && { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` }),
    });
    return void send(response, from);
  };
  const server = createServer(answer);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  stop.push(() => {
    server.closeAllConnections();
    server.close();
  });
  process.env.HF_ENDPOINT = `http://127.0.0.1:${port}`;
  process.env.FIDES_CACHE = join(folder, `cache-${(caches += 1)}`);
  return { asked, cache: process.env.FIDES_CACHE };
}
const stop: (() => void)[] = [];
test.after(() => stop.forEach((end) => end()));

const FILE = 'hf:owner/repo/tiny.Q8_0.gguf';

test('a file comes whole, with progress, and is not fetched twice', async () => {
  const { asked } = await serve();
  const seen: string[] = [];
  let megabytes = 0;
  const progress: Progress = {
    ...silent,
    task: (label) => {
      seen.push(label);
      return { advance: (steps = 1) => (megabytes += steps), done: () => seen.push('done') };
    },
  };
  const path = await findGguf(FILE, progress);
  assert.equal(readFileSync(path), content);
  assert.equal(seen, ['downloading tiny.Q8_0.gguf (MB)', 'done']);
  assert.ok(Math.abs(megabytes - content.length / 1e6) < 1e-9);
  const before = asked.length;
  assert.is(await findGguf(FILE), path);
  assert.is(asked.length, before);
});

test('a cut transfer goes on where it stopped', async () => {
  const { asked } = await serve({ cuts: [100_000, 50_000] });
  assert.equal(readFileSync(await findGguf(FILE)), content);
  const ranges = asked.filter(({ url }) => url === '/storage').map(({ range }) => range);
  assert.is(ranges.length, 3);
  assert.is(ranges[0], undefined);
  assert.match(ranges[1]!, /^bytes=\d+-$/);
});

test('a file that is not what was announced is refused and not kept', async () => {
  const { cache } = await serve({ announced: sha256('another') });
  const error = await userError(() => findGguf(FILE));
  assert.match(error.problem, 'is not what its server announced');
  assert.equal(
    readdirSync(cache, { recursive: true, encoding: 'utf8' }).filter((f) => f.includes('gguf')),
    [],
  );
});

test('a quantisation chooses the file; an unclear choice lists the files', async () => {
  await serve();
  assert.match(await findGguf('hf:owner/repo:q4_k_m'), /tiny\.Q4_K_M\.gguf$/);
  const error = await userError(() => findGguf('hf:owner/repo'));
  assert.match(error.problem, '2 files of quantisation (any). It has tiny.Q4_K_M.gguf, tiny.Q8_0.gguf');
});

test('a gated or absent model says what to do', async () => {
  await serve();
  assert.match((await userError(() => findGguf('hf:owner/gated/x.gguf'))).mend, 'HF_TOKEN');
  assert.match((await userError(() => findGguf('hf:owner/absent/x.gguf'))).problem, 'status 404');
});

test('a hub that is not there says so', async () => {
  await serve();
  process.env.HF_ENDPOINT = 'http://127.0.0.1:9';
  assert.match((await userError(() => findGguf(FILE))).problem, 'could not be asked');
});

test('the token goes to the hub and not to the storage it redirects to', async () => {
  const { asked } = await serve();
  process.env.HF_TOKEN = 'hf_secret';
  await findGguf(FILE).finally(() => delete process.env.HF_TOKEN);
  assert.ok(asked.length >= 3);
  for (const { url, authorization } of asked)
    assert.is(authorization, url === '/storage' ? undefined : 'Bearer hf_secret');
});

test('kill -9 during a download leaves nothing that is taken for the file, and the next one goes on', async () => {
  const { asked, cache } = await serve({ slowness: 15 });
  const child = spawn(process.execPath, [join(import.meta.dirname, 'fixtures', 'find.mjs'), FILE], {
    stdio: 'inherit',
  });
  const part = async () => {
    for (;;) {
      const found = existsSync(cache) ? readdirSync(cache, { recursive: true, encoding: 'utf8' }) : [];
      const file = found.find((f) => f.endsWith('.part'));
      if (file && readFileSync(join(cache, file)).length > 60_000) return;
      await new Promise((done) => setTimeout(done, 5));
    }
  };
  await part();
  child.kill('SIGKILL');
  await new Promise((closed) => child.once('close', closed));
  const left = readdirSync(cache, { recursive: true, encoding: 'utf8' });
  assert.equal(
    left.filter((f) => f.endsWith('.gguf') || f.endsWith('.json')),
    [],
  );
  assert.equal(readFileSync(await findGguf(FILE)), content);
  assert.match(asked.at(-1)!.range!, /^bytes=\d+-$/);
});

test('references are read, and others refused', async () => {
  assert.equal(parseReference('hf:a/b/c.gguf'), { repository: 'a/b', revision: 'main', file: 'c.gguf' });
  assert.equal(parseReference('hf:a/b-2@v1/d/c.gguf'), {
    repository: 'a/b-2',
    revision: 'v1',
    file: 'd/c.gguf',
  });
  assert.equal(parseReference('hf:a/b:Q4_K_M'), {
    repository: 'a/b',
    revision: 'main',
    quantisation: 'Q4_K_M',
  });
  for (const wrong of [
    'hf:a',
    'hf:a/b/c.bin',
    'hf:a/b/../../etc/passwd.gguf',
    'hf:a/b/..gguf/x.gguf',
    'hf:/a/b/c.gguf',
  ])
    await userError(() => parseReference(wrong));
});

test.run();
