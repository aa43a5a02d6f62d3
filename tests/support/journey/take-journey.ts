import { getPagePath } from '../../../site/routes.ts';
import type { Journey } from './journey.ts';
import { checkArea, scrollThePage, seeFirstScreen, useMenu } from './look-around.ts';
import { seeForm, sendEmptyForm, sendRequest } from './use-form.ts';

/** Takes a visitor's journey through the site. Returns a sentence for each fault. */
export async function takeJourney(journey: Journey): Promise<string[]> {
  const { engine, proxy, language, page, hasScripts } = journey;
  await engine.open(proxy.url + getPagePath(page, language));
  const steps = [
    seeFirstScreen,
    scrollThePage,
    useMenu,
    ...(hasScripts ? [checkArea] : []),
    seeForm,
    sendEmptyForm,
    sendRequest,
  ];
  const faults: string[] = [];
  for (const step of steps) {
    try {
      for await (const fault of step(journey)) {
        faults.push(fault);
      }
    } catch (error) {
      faults.push(`The journey ended in ${step.name}: ${error instanceof Error ? error.message : error}`);
      break;
    }
  }
  return faults;
}
