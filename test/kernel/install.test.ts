import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as assert from 'uvu/assert';
import { KernelClient, type KernelSpec } from 'fides/kernel';
import { suite, when } from '../support/suite.js';

const test = suite('kernel install');
const bin = fileURLToPath(new URL('../../bin/fides.js', import.meta.url));
let home: string;
test.before.each(() => {
  home = mkdtempSync(join(tmpdir(), 'install-'));
});
test.after.each(() => rmSync(home, { recursive: true }));

function fides(...args: string[]) {
  const { PATH } = process.env;
  const env = { PATH, HOME: home, JUPYTER_DATA_DIR: join(home, 'jupyter'), VIRTUAL_ENV: join(home, 'venv') };
  return spawnSync(process.execPath, [bin, ...args], { env, encoding: 'utf8', cwd: home });
}

test('a kernel is installed, listed and uninstalled for the user, a prefix and a Python environment', () => {
  const places = [
    { flags: [], folder: join(home, 'jupyter', 'kernels', 'fides') },
    { flags: ['--sys-prefix'], folder: join(home, 'venv', 'share', 'jupyter', 'kernels', 'fides') },
    { flags: ['--prefix', home], folder: join(home, 'share', 'jupyter', 'kernels', 'fides') },
  ];
  for (const { flags, folder } of places) {
    assert.is(fides('kernel', 'install', ...flags).stdout, `Installed in ${folder}\n`);
    assert.ok(existsSync(join(folder, 'kernel.json')));
  }
  assert.is(
    fides('kernel', 'list').stdout,
    `${places[0]?.folder}\n${places[1]?.folder}\n`, // Jupyter does not look under the prefix by itself
  );
  for (const { flags, folder } of places) {
    assert.is(fides('kernel', 'uninstall', ...flags).status, 0);
    assert.not.ok(existsSync(folder));
  }
  assert.is(fides('kernel', 'uninstall').status, 2);
});

test('the specification names Node and the kernel by absolute paths, and starts a kernel from anywhere', async () => {
  fides('kernel', 'install', '--prefix', home);
  const file = join(home, 'share', 'jupyter', 'kernels', 'fides', 'kernel.json');
  const { argv, language, interrupt_mode } = JSON.parse(readFileSync(file, 'utf8')) as KernelSpec;
  assert.ok(isAbsolute(argv[0] ?? '') && isAbsolute(argv[1] ?? ''));
  assert.equal([language, interrupt_mode], ['typescript', 'message']);
  const kernel = await KernelClient.launch({ argv, cwd: home });
  const info = await kernel.request('kernel_info_request', {});
  assert.is((info.content['language_info'] as Record<string, unknown>)['name'], 'typescript');
  await kernel.shutdown();
});

test('a kernel whose files have gone is listed as broken', () => {
  const folder = join(home, 'jupyter', 'kernels', 'fides');
  fides('kernel', 'install');
  const spec = JSON.parse(readFileSync(join(folder, 'kernel.json'), 'utf8')) as { argv: string[] };
  spec.argv[1] = '/gone/main.js';
  writeFileSync(join(folder, 'kernel.json'), JSON.stringify(spec));
  assert.match(fides('kernel', 'list').stdout, 'broken: /gone/main.js');
});

const python = '/usr/bin/python3';
when(
  test,
  spawnSync(python, ['-c', 'import jupyter_client']).status === 0,
  'Jupyter finds the kernel: no jupyter_client (Debian: python3-jupyter-client)',
)('Jupyter itself finds the kernel that was installed for the user', () => {
  fides('kernel', 'install');
  const script = 'from jupyter_client.kernelspec import find_kernel_specs as f; print(f()["fides"])';
  const env = { PATH: process.env['PATH'], HOME: home, JUPYTER_DATA_DIR: join(home, 'jupyter') };
  const { stdout, stderr } = spawnSync(python, ['-c', script], { env, encoding: 'utf8' });
  assert.is(stdout, `${join(home, 'jupyter', 'kernels', 'fides')}\n`, stderr);
});

test('lab says how to get a client where there is none', () => {
  const { status, stderr } = spawnSync(process.execPath, [bin, 'lab'], {
    env: { PATH: home, HOME: home },
    encoding: 'utf8',
  });
  assert.is(status, 2);
  assert.match(stderr, 'pip install jupyterlab');
});

test.run();
