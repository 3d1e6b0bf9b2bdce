/** A service during input; what it lacks is reported on saving. */
export type TypedService = { name: string; start: string };

/** Parses the services in a setting's text, keeping spaces during input. */
export function typedServices(text: string): TypedService[] {
  return text.split(/, ?/).map((part) => {
    const [, name, start] = /^(.*?)(?:^| )(\d{1,2}:\d{2})$/.exec(part) ?? [];
    return start === undefined ? { name: part, start: '' } : { name: name ?? '', start: start.padStart(5, '0') };
  });
}

/** Text of a setting for these services. */
export function servicesText(services: readonly TypedService[]): string {
  return services.map(({ name, start }) => name.replaceAll(',', '') + (start === '' ? '' : ` ${start}`)).join(', ');
}
