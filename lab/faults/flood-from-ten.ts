import { en } from '../../content/words/en.ts';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { type Figures, must } from './campaign.ts';
import { type FloodedSite, openFloodedSite } from './flooded-site.ts';

const second = 1_000;
const minute = 60 * second;

/** Maximum milliseconds until name, number and service reach the owner's mailbox. */
const promised = 20 * minute;

/** Attackers' posts per step: more than any rate limit allows. */
const step = 10 * second;
const attackers = 10;

/**
 * Ten IPs, each in its own network, post the longest "emergencies" as fast as the rate limits allow, while an
 * honest driver posts every minute. Fails when one of those does not reach the mailbox in time.
 */
export async function floodFromTen(minutes: number): Promise<Figures> {
  const site = await openFloodedSite();
  const waiting = new Map<string, { at: number; lines: readonly string[] }>();
  let hostile = 0;
  let honest = 0;
  let slowest = 0;
  let seen = 0;
  try {
    const end = minutes * minute;
    while (site.clock.elapsed() < end || waiting.size > 0) {
      for (let attacker = 0; attacker < attackers; attacker += 1) {
        hostile += (await postHostile(site, attacker, hostile)) === 200 ? 1 : 0;
      }
      if (site.clock.elapsed() < end && site.clock.elapsed() % minute === 0) {
        honest += 1;
        const fields = honestFields(honest);
        const status = await site.post(`203.0.${honest % 250}.7`, fields);
        must(status === 200, `an honest request was answered ${status}`);
        waiting.set(fields.name, { at: site.clock.elapsed(), lines: [fields.name, fields.phone] });
      }
      await site.pass(step);
      for (const { text, at } of site.mailbox.slice(seen)) {
        for (const [name, { at: since, lines }] of waiting) {
          if (lines.every((line) => text.includes(line)) && text.includes(serviceInMail)) {
            slowest = Math.max(slowest, at - since);
            waiting.delete(name);
          }
        }
      }
      seen = site.mailbox.length;
      const oldest = Math.min(...Array.from(waiting.values(), ({ at }) => at));
      const waits = site.clock.elapsed() - oldest;
      must(
        waiting.size === 0 || waits <= promised,
        `an honest request was not mailed in ${waits / second} s`,
      );
    }
    return {
      'simulated minutes': minutes,
      'hostile requests accepted': hostile,
      'honest requests': honest,
      'slowest honest one, s': slowest / second,
      emails: site.mailbox.length,
      'largest email, bytes': Math.max(...site.mailbox.map(({ bytes }) => bytes)),
    };
  } finally {
    await site.close();
  }
}

function postHostile(site: FloodedSite, attacker: number, count: number): Promise<number> {
  const message = `x${'\n'.repeat(4_980)}${count}`;
  return site.post(`198.51.${attacker}.7`, { ...exampleRequest, service: 'emergency', message });
}

const serviceInMail = en.form.services.fleet;

function honestFields(number: number) {
  return {
    ...exampleRequest,
    name: `Honest Driver ${number}.`,
    phone: `713-555-${String(number).padStart(4, '0')}`,
    service: 'fleet' as const,
    message: `Truck ${number} does not start.`,
  };
}
