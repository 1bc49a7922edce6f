// expect: threw
function strategy(df) {
  String.prototype.charCodeAt = String.prototype.slice = () => 0x41;
  String = () => 'ESCAPED';
  throw new Error('plain');
}
