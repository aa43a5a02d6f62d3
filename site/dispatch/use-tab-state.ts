import { useState } from 'react';

/**
 * Like `useState`, but keeps the value in `sessionStorage`, because phones discard pages in the background. Storage works
 * on every paired phone, because it also stores the phone's key.
 */
export function useTabState<Value>(key: string, initial: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(
    () => JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? initial,
  );
  return [
    value,
    (changed) => {
      setValue(changed);
      sessionStorage.setItem(key, JSON.stringify(changed));
    },
  ];
}
