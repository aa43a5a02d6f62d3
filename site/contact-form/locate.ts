import { parsePosition } from '../position/describe-position.ts';
import type { PositionSearchEnd } from './form-state.ts';
import type { FormStore } from './form-store.ts';
import { runAfterPaint } from './run-after-paint.ts';

/** How long the phone may search for its position. */
const searchTimeout = 15_000;
/** After this time, a search without an answer has failed. Some phones never report a timeout. */
const silenceTimeout = 20_000;

/** Asks the phone for its position. */
export function locate(store: FormStore): void {
  const id = Symbol();
  store.dispatch({ type: 'searchStarted', id });
  const endSearch = (end: PositionSearchEnd) => store.dispatch({ type: 'searchEnded', id, end });

  function handleResult(result: GeolocationPosition | undefined) {
    const { latitude, longitude, accuracy } = Object(result?.coords);
    // Don't use the result's timestamp: some phones omit it, or count from another year. The position is always new.
    const position = parsePosition({ latitude, longitude, accuracyMeters: accuracy, time: Date.now() });
    if (position) {
      store.dispatch({ type: 'located', id, position });
    } else {
      endSearch('failed');
    }
  }

  // Asking for a position can block the phone, so first show that the search has started.
  runAfterPaint(() => {
    if (store.get().positionSearch.id !== id) {
      return;
    }
    setTimeout(() => endSearch('failed'), silenceTimeout);
    try {
      navigator.geolocation.getCurrentPosition(
        handleResult,
        (error) => endSearch(error?.code === permissionDenied ? 'denied' : 'failed'),
        { enableHighAccuracy: true, timeout: searchTimeout, maximumAge: 0 },
      );
    } catch {
      endSearch('failed');
    }
  });
}

/** GeolocationPositionError.PERMISSION_DENIED. */
const permissionDenied = 1;
