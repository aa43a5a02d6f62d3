/** The names of the facts that setup asks for, by their keys in the files of content/. */
const names: Record<string, string> = {
  name: 'The name',
  phone: 'The phone number',
  email: 'The email address',
  languages: 'The language',
  phoneLanguages: 'The language',
  state: 'The state',
  city: 'The city',
  averageMinutes: 'The number of minutes',
  towns: 'The town',
  timeZone: 'The time zone',
  days: 'The part with the days',
  opens: 'The opening time',
  closes: 'The closing time',
};

/**
 * Rewrites an error for the person who typed the answer, without the file and the fact's path. For example,
 * `"areas.0.state" (entry 1) in content/service-areas.json is "". Write its two letters, like "TX".` becomes `The state
 * is missing. Write its two letters, like "TX".`
 */
export function explainError(error: string): string {
  const [, path = '', value = '', rest = ''] =
    /^"([\w.]+)"(?: \(entry \d+\))? in \S+ is (.*?)\. (.*)$/s.exec(error) ?? [];
  const name = path
    .split('.')
    .map((part) => names[part])
    .findLast((found) => found !== undefined);
  const sentence = name === undefined ? error : `${name} is ${value === '""' ? 'missing' : value}. ${rest}`;
  return sentence.replaceAll(/ in content\/[\w.-]+/g, '').replace(/, or add its longitude.*/s, '.');
}
