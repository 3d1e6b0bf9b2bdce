// What Chrome 89 and Safari 15.6 lack, and the pages use; Next loads this first. Next itself adds `Array.prototype.at`,
// `Object.hasOwn` and `URL.canParse`, and translates syntax (`browserslist` in package.json).

Array.prototype.toSorted ??= function <Item>(this: Item[], compare?: (a: Item, b: Item) => number) {
  return [...this].sort(compare);
};

Array.prototype.findLast ??= function <Item>(
  this: Item[],
  matches: (item: Item, index: number, all: Item[]) => unknown,
) {
  for (let index = this.length - 1; index >= 0; index -= 1)
    if (matches(this[index] as Item, index, this)) return this[index];
  return undefined;
};

String.prototype.at ??= Array.prototype.at as unknown as typeof String.prototype.at;

AbortSignal.timeout ??= (ms) => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ms);
  return controller.signal;
};

HTMLFormElement.prototype.requestSubmit ??= function (this: HTMLFormElement) {
  const button = document.createElement('button');
  button.hidden = true;
  this.append(button);
  button.click();
  button.remove();
};

Intl.supportedValuesOf ??= () => [Intl.DateTimeFormat().resolvedOptions().timeZone];
