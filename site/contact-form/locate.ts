import { loadScript } from '../load-script.ts';
import { isInOurStates } from '../position/in-our-states.ts';
import { afterPaint } from './after-paint.ts';
import type { FormStore } from './form-store.ts';

const timeoutMilliseconds = 15_000;

/** Asks the phone for its position, and the table of roads for its highway. */
export function locate(store: FormStore): void {
  const search = Symbol('search');
  store.dispatch({ type: 'searchStarted', search });
  // Loaded while the phone searches. If it fails, the visitor is asked for the highway.
  const roads = loadScript('match-highway', () => import('../position/match-highway.ts')).catch(
    () => undefined,
  );

  async function found({ coords, timestamp }: GeolocationPosition) {
    const { latitude, longitude, accuracy: accuracyMeters } = coords;
    if (!isInOurStates([longitude, latitude])) {
      store.dispatch({ type: 'searchEnded', search, end: 'outside' });
      return;
    }
    const location = { latitude, longitude, accuracyMeters, time: timestamp };
    store.dispatch({ type: 'located', search, location });
    const highway = (await roads)?.matchHighway([longitude, latitude], accuracyMeters);
    if (highway) store.dispatch({ type: 'highwayMatched', location, highway });
  }

  function failed({ code }: { code: number }) {
    const end = code === GeolocationPositionError.PERMISSION_DENIED ? 'denied' : 'failed';
    store.dispatch({ type: 'searchEnded', search, end });
  }

  // To ask the phone takes it longer than to show that it is asked.
  afterPaint(() => {
    if (store.get().search.id !== search) return;
    navigator.geolocation.getCurrentPosition(found, failed, {
      enableHighAccuracy: true,
      timeout: timeoutMilliseconds,
      maximumAge: 0,
    });
  });
}
