// expect: syntax
import { readFileSync } from 'node:fs';
function strategy(df) {
  throw new Error('ESCAPED ' + readFileSync('/etc/passwd'));
}
