// expect: ok
function strategy(df) {
  const names = ['process', 'require', 'module', 'Buffer', 'fetch', 'WebSocket', 'XMLHttpRequest', 'setTimeout', 'queueMicrotask',
    'console', 'Deno', 'Bun', 'Worker', 'WebAssembly', 'SharedArrayBuffer', 'Atomics', 'performance', 'navigator', 'std', 'os',
    'print', 'scriptArgs', 'bjson', 'gc', '__loadScript', 'WeakRef', 'FinalizationRegistry'];
  const found = names.filter((name) => name in globalThis);
  if (found.length > 0) throw new Error('ESCAPED ' + found);
  return df.close.map(() => 0);
}
