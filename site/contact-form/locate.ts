import { usableFix } from '../position/describe-position.ts';
import { afterPaint } from './after-paint.ts';
import type { FormStore, SearchEnd } from './form-store.ts';

const timeoutMilliseconds = 15_000;
/** Some phones never say that their time is up. */
const silentMilliseconds = 20_000;

/** Asks the phone for its position. */
export function locate(store: FormStore): void {
  const search = Symbol('search');
  store.dispatch({ type: 'searchStarted', search });
  const endSearch = (end: SearchEnd) => store.dispatch({ type: 'searchEnded', search, end });

  function found(position: GeolocationPosition | undefined) {
    const { latitude, longitude, accuracy } = Object(position?.coords);
    // Its timestamp is counted from other years, or missing, on some phones; the position is always new.
    const location = usableFix({ latitude, longitude, accuracyMeters: accuracy, time: Date.now() });
    if (location) {
      store.dispatch({ type: 'located', search, location });
    } else {
      endSearch('failed');
    }
  }

  // Asking for a position can block the phone, so the page shows first that it is looking.
  afterPaint(() => {
    if (store.get().search.id !== search) {
      return;
    }
    setTimeout(() => endSearch('failed'), silentMilliseconds);
    try {
      navigator.geolocation.getCurrentPosition(
        found,
        (error) => endSearch(error?.code === permissionDenied ? 'denied' : 'failed'),
        { enableHighAccuracy: true, timeout: timeoutMilliseconds, maximumAge: 0 },
      );
    } catch {
      endSearch('failed');
    }
  });
}

/** GeolocationPositionError.PERMISSION_DENIED. */
const permissionDenied = 1;
