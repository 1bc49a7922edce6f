/** Cell sequences without a redeclaration, so that joined they are one module with the same last value. */
export const SEQUENCES: Readonly<Record<string, readonly string[]>> = {
  'a function and a later assignment': [
    'let total = 0; function add(n: number) { total += n; return total }',
    'total = 100',
    'add(1)',
  ],
  'a closure over a const object': ['const box = { n: 1 }; const read = () => box.n;', 'box.n = 5', 'read()'],
  'an assignment inside a function': ['let x = 1;', 'function set(v: number) { x = v }', 'set(7)', 'x'],
  'a counter shared by two functions': [
    'let n = 0; const up = () => ++n; const down = () => n--;',
    'up(); up(); down()',
    'n',
  ],
  'compound assignments': ['let a = 2;', 'a **= 3; a -= 1; a <<= 1; a', 'a'],
  'logical assignments': ['let p: number | null = null; let q = 0;', 'p ??= 4; q ||= 5; q &&= 6;', '[p, q]'],
  'prefix and postfix updates': ['let k = 1;', '[k++, ++k, k--, --k]'],
  'array destructuring': ['const [a1, , b1 = 3, ...c1] = [1, 2, undefined, 4, 5];', '[a1, b1, c1]'],
  'object destructuring': [
    'const { d: { e = 9 } = {}, f: g, ...h }: any = { f: 1, i: 2, j: 3 };',
    '[e, g, h]',
  ],
  'computed keys in patterns': [
    "const key = 'z';",
    'const { [key]: zed, [`${key}2`]: two = 2 } = { z: 1 } as any;',
    '[zed, two]',
  ],
  'swap by destructuring assignment': ['let l = 1; let r = 2;', '[l, r] = [r, l];', '[l, r]'],
  'object destructuring assignment': ['let m = 0; let o = 0;', '({ m, o = 5 } = { m: 3 } as any);', '[m, o]'],
  'destructuring assignment to a member': [
    'const t = { u: 0 } as any; let v = 0;',
    '({ a: t.u, b: v } = { a: 1, b: 2 });',
    '[t.u, v]',
  ],
  'shorthand properties': ['const w = 1; const y = 2;', '({ w, y, z: { w } })'],
  'shadowing by a parameter': ['let s = 1; const id = (s: number) => s * 2;', '[id(5), s]'],
  'shadowing in a block': ['let s = 1;', '{ let s = 2; s += 1; }', 's'],
  'shadowing by a catch clause': ['let err = 1;', 'try { throw 2 } catch (err) { err += 1 }', 'err'],
  'shadowing by a loop variable': [
    'let i = 10; let sum = 0;',
    'for (let i = 0; i < 3; i++) sum += i;',
    '[i, sum]',
  ],
  'shadowing by a function expression': [
    'const fact = 1;',
    'const g2 = function fact(n: number): number { return n < 2 ? 1 : n * fact(n - 1) };',
    'g2(4) + fact',
  ],
  'shadowing by a class expression': [
    'const K = 1;',
    'const L = class K { me() { return K.name } };',
    '[new L().me(), K]',
  ],
  'shadowing by a nested function': [
    'let deep = 1;',
    'function outer() { function deep() { return 2 } return deep() }',
    '[outer(), deep]',
  ],
  'shadowing by var in a function': [
    'var vv = 1;',
    'function hide() { vv = 5; var vv: number; return vv }',
    '[hide(), vv]',
  ],
  'var in a block': ['if (true) { var inBlock = 3 }', 'inBlock'],
  'var in a for head': ['for (var it = 0; it < 4; it++) {}', 'it'],
  'var in for-of and for-in': [
    'for (var of1 of [1, 2]) {}',
    'for (var in1 in { a: 1, b: 2 }) {}',
    '[of1!, in1!]',
  ],
  'var with a pattern in for-of': ['for (var { pa, pb = 2 } of [{ pa: 1 }] as any[]) {}', '[pa, pb]'],
  'for-of over an outer variable': ['let cur = 0;', 'for (cur of [1, 2, 3]) {}', 'cur'],
  'closures of a loop': [
    'const fs: (() => number)[] = []; for (let i = 0; i < 3; i++) fs.push(() => i);',
    'fs.map((f) => f())',
  ],
  'a default parameter that reads an outer name': [
    'let dflt = 1; const f1 = (a = dflt) => a;',
    'dflt = 9',
    'f1()',
  ],
  'a default parameter beside a body variable': [
    'let x1 = 1; function f2(a = x1) { var x1 = 5; return [a, x1] }',
    'f2()',
  ],
  'a generator': [
    'let lim = 2; function* gen() { for (let i = 0; i < lim; i++) yield i }',
    'lim = 4',
    '[...gen()]',
  ],
  'an async function': [
    'let later = 1; async function get() { await null; return later }',
    'later = 2',
    'await get()',
  ],
  'an async generator': [
    'async function* ag() { yield 1; yield 2 }',
    'const got: number[] = []; for await (const v of ag()) got.push(v);',
    'got',
  ],
  'for await over an outer variable': [
    'let seen = 0;',
    'for await (seen of [Promise.resolve(4)]) {}',
    'seen',
  ],
  'top-level await of a parenthesis': ['const r1 = await (async () => 3)();', 'r1'],
  labels: [
    'let outer1 = 0; loop: for (const a of [1, 2]) { for (const b of [1, 2]) { if (b === 2) continue loop; outer1 += a * b } }',
    'outer1',
  ],
  'a label named as a variable': ['let loop = 1;', 'loop: for (;;) { loop += 1; break loop }', 'loop'],
  'typeof of a known and an unknown name': [
    'let known = 1;',
    '[typeof known, typeof globalThis, typeof (globalThis as any).nothing]',
  ],
  'class instances stay instances': [
    'class A1 { n = 1 }',
    'const a2 = new A1();',
    'a2 instanceof A1 && a2.constructor === A1',
  ],
  'a subclass in another cell': [
    'class B1 { hi() { return 1 } }',
    'class B2 extends B1 { override hi() { return super.hi() + 1 } }',
    'new B2().hi()',
  ],
  'static members and private fields': [
    'class C1 { static #n = 0; static next() { return ++C1.#n } }',
    'C1.next()',
    'C1.next()',
  ],
  'a class field that reads an outer name': ['let base = 1; class D1 { v = base }', 'base = 5', 'new D1().v'],
  'getters and methods named as variables': [
    'const name1 = 1; const obj = { name1() { return name1 }, get name2() { return name1 } };',
    '[obj.name1(), obj.name2]',
  ],
  'names of functions and classes': [
    'const fa = () => 1; const fb = function () {}; const fc = class {}; let fd; fd = () => 2;',
    '[fa.name, fb.name, fc.name, fd.name]',
  ],
  'a call passes no receiver': [
    'function self(this: unknown) { return this }',
    '[self(), (self)(), self?.()]',
  ],
  'a tagged template passes no receiver': [
    'function tag(this: unknown, s: TemplateStringsArray) { return [this === undefined, s.raw[0]] }',
    'tag`a\\n`',
  ],
  'statements that end with a line only': [
    'let z1 = 0\nconst inc = () => ++z1\ninc()\ninc()\nz1',
    'const z2 = z1\ninc()\n;[z1, z2]',
  ],
  'an if without braces': [
    'let side = 0\nfunction bump() { side++ }',
    'if (side === 0)\n  bump()\nelse\n  bump()\nside',
  ],
  'do-while and comma': ['let d2 = 0', 'do d2++\nwhile (d2 < 3)\nd2, d2 + 1'],
  'switch cases': [
    'let sw = 2; let hit = 0',
    'switch (sw) { case 1: hit = 1\nbreak\ncase 2: hit = 2\nbreak\ndefault: hit = 3 }\nhit',
  ],
  'delete and in on an outer object': [
    'const bag: any = { a: 1, b: 2 }',
    'delete bag.a',
    "['a' in bag, 'b' in bag]",
  ],
  exports: [
    'export const ex1 = 1; export function ex2() { return ex1 + 1 }; export class Ex3 {}',
    '[ex2(), new Ex3() instanceof Ex3]',
  ],
  enums: ['enum Colour { Red, Green = 5 }', '[Colour.Green, Colour[0]]'],
  namespaces: ['namespace Geo { export const r = 2; export const area = () => r * r }', 'Geo.area()'],
  'parameter properties': [
    'class Pt { constructor(public x: number, readonly y = x) {} }',
    'const pt = new Pt(3); [pt.x, pt.y]',
  ],
  'mutual recursion across cells': [
    'let even: (n: number) => boolean; const odd = (n: number): boolean => (n === 0 ? false : even(n - 1))',
    'even = (n) => (n === 0 ? true : odd(n - 1))',
    'odd(7)',
  ],
  'hoisting within a cell': ['const early = hoisted(); function hoisted() { return 4 }', 'early'],
  'a function that replaces itself': ['let once = () => { once = () => 2; return 1 }', '[once(), once()]'],
  'optional chains and non-null': [
    'const maybe: { f?: () => number } = {}',
    '[maybe.f?.(), (maybe as any)?.g?.h]',
  ],
  'satisfies, as and generics': [
    'const conf = { a: 1 } satisfies Record<string, number>; const idt = <T,>(x: T): T => x',
    'idt<number>(conf.a as number)!',
  ],
  'spread and rest': [
    'const rest1 = (...xs: number[]) => xs.length; const arr1 = [1, 2]',
    'rest1(...arr1, ...arr1)',
  ],
  'new with a member callee': ['const lib = { Thing: class { v = 3 } }', 'new lib.Thing().v'],
  'names with underscores': ['let __n = 1; const ___f = () => __n++', '__n = 4; ___f()', '[__n, ___f()]'],
  'unicode names': ['let größe = 1; const π = () => größe', 'größe = 3', 'π()'],
  'regular expressions and templates': [
    'const re = /a(?<n>b)/; let tpl = `x${re.exec("ab")!.groups!.n}`',
    'tpl + `${tpl}`',
  ],
  'exceptions and finally': [
    'let trail = ""; function risky() { try { throw new Error("e") } catch { trail += "c" } finally { trail += "f" } }',
    'risky()',
    'trail',
  ],
  'a use before initialisation': [
    'let order = ""; try { peek() } catch (e: any) { order += e.name } const late = 1; function peek() { return late }',
    '[order, peek()]',
  ],
  'a class used before initialisation': [
    'let why = ""; try { make() } catch (e: any) { why = e.name } class Late {} function make() { return new Late() }',
    'why',
  ],
};
