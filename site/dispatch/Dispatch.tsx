import { useMemo, useState } from 'react';
import { dispatchWords } from '../../content/words/dispatch.ts';
import { createDispatchClient } from './dispatch-client.ts';
import { forgetKey, readKey, storeKey } from './dispatch-key.ts';
import { initialClient, initialKey } from './initial-client.ts';
import { Paired } from './Paired.tsx';
import { PairThisPhone } from './PairThisPhone.tsx';
import { getTokenReference } from './request-text.ts';
import { TakeByLink } from './TakeByLink.tsx';
import { Unpaired } from './Unpaired.tsx';
import { replaceFragment, useFragment } from './use-fragment.ts';
import { useKeptFocus } from './use-kept-focus.ts';

/** The owner's page, on paired and other phones, and behind pairing links and alarms' links. */
export function Dispatch() {
  const [key, setKey] = useState(initialKey);
  const [hasJustPaired, setJustPaired] = useState(false);
  /** The response that said that this phone was removed. Undefined if none did. */
  const [removalFoundBy, setRemovalFoundBy] = useState<'dashboard' | 'action'>();
  const fragment = useFragment();
  useKeptFocus();
  const client = useMemo(() => (key === initialKey ? initialClient : createDispatchClient(key)), [key]);
  const [view = '', token = ''] = fragment.split('=');

  if (view === 'pair') {
    return (
      // With another link in the same tab, the page starts over.
      <PairThisPhone
        key={token}
        token={token}
        client={client}
        onPaired={(newKey) => {
          storeKey(newKey);
          setKey(newKey);
          setJustPaired(true);
          replaceFragment('requests');
        }}
      />
    );
  }
  if (view === 'take' && !key) {
    return <TakeByLink key={token} token={token} client={client} />;
  }
  if (!key) {
    return (
      <Unpaired
        client={client}
        wasRemoved={removalFoundBy !== undefined}
        wasRejected={removalFoundBy === 'action'}
      />
    );
  }
  // On a paired phone, an alarm's link opens its request.
  const openedReference = view === 'take' ? getTokenReference(token) : view === 'open' ? token : undefined;
  return (
    <Paired
      key={key}
      client={client}
      view={view}
      openedReference={openedReference}
      greeting={hasJustPaired ? dispatchWords.confirmations.paired : undefined}
      onRemoved={(wasRejected) => {
        forgetKey(key);
        // Another tab may have paired this phone again.
        const newKey = readKey();
        setRemovalFoundBy(wasRejected ? 'action' : 'dashboard');
        setKey(newKey);
      }}
    />
  );
}
