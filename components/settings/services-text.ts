/** A service as it is being typed: what it lacks is told once it is saved. */
export type TypedService = { name: string; start: string };

/** The services of a setting's text, as far as it names any, with every space that is being typed. */
export function typedServices(text: string): TypedService[] {
  return text.split(/, ?/).map((part) => {
    const [, name, start] = /^(.*?)(?:^| )(\d{1,2}:\d{2})$/.exec(part) ?? [];
    return start === undefined ? { name: part, start: '' } : { name: name ?? '', start: start.padStart(5, '0') };
  });
}

/** The text of a setting that names these services. */
export function servicesText(services: readonly TypedService[]): string {
  return services.map(({ name, start }) => name.replaceAll(',', '') + (start === '' ? '' : ` ${start}`)).join(', ');
}
