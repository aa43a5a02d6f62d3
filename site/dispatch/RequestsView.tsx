import { dispatchWords } from '../../content/words/dispatch.ts';
import type { Dashboard, DashboardRequest } from '../../contract/dispatch.ts';
import { isUntaken } from '../../contract/is-untaken.ts';
import { ActionButton } from './ActionButton.tsx';
import { undoTake, useDispatchPage } from './actions.tsx';
import { formatTime } from './clock-times.ts';
import { hasPhoneFailed } from './health-trouble.ts';
import { interpolate } from './interpolate.ts';
import {
  describeAlarms,
  describeState,
  formatArrival,
  formatWaitingTime,
  getLanguageName,
  isMapLink,
  summarize,
} from './request-text.ts';
import { OnCallRow } from './SettingRow.tsx';

const { requests: requestWords } = dispatchWords;

/** The list of requests. The first untaken emergency that isn't possible spam is large. The others follow. */
export function RequestsView({ dashboard }: { dashboard: Dashboard }) {
  const { now } = useDispatchPage();
  const untaken = dashboard.open.filter(isUntaken);
  const taken = dashboard.open.filter((request) => !isUntaken(request));
  const card = untaken.find(({ isEmergency, isPossibleSpam }) => isEmergency && !isPossibleSpam);
  const listed = untaken.filter((request) => request !== card);
  return (
    <>
      <h1 className="unseen">{interpolate(getCountSentence(untaken.length), { count: untaken.length })}</h1>
      <div className={untaken.length === 0 || card ? 'board' : undefined}>
        {untaken.length === 0 && <NoUntakenRequests ringsPhones={canRingAllPhones(dashboard)} />}
        {card && <EmergencyCard request={card} />}
        <div>
          <Group
            title={requestWords.notTaken}
            note={card ? requestWords.alsoWaiting : ''}
            requests={listed}
          />
          {dashboard.more > 0 && (
            <p className="note">{interpolate(requestWords.more, { count: dashboard.more })}</p>
          )}
          <dl className="rows">
            <OnCallRow site={dashboard.site} />
          </dl>
          <Group title={requestWords.taken} requests={taken} />
          <Group
            title={requestWords.earlier}
            note={requestWords.earlierNote}
            requests={dashboard.ended}
            isEnded
          />
          <p className="note">{interpolate(dispatchWords.checked, { time: formatTime(now, now) })}</p>
        </div>
      </div>
    </>
  );
}

/** Whether emergencies ring phones, and no phone has a known problem. */
const canRingAllPhones = ({ site, health }: Dashboard) =>
  site.onCall.length > 0 && !health.phones.some(hasPhoneFailed);

const getCountSentence = (count: number) => {
  const { one, other } = requestWords.notTakenCount;
  return count === 0 ? requestWords.nothing : count === 1 ? one : other;
};

function NoUntakenRequests({ ringsPhones }: { ringsPhones: boolean }) {
  return (
    <div className="ring">
      <header>
        <p className="led">{requestWords.nothing}</p>
        <p>
          {requestWords.nothingText} {ringsPhones && requestWords.nothingRings}
        </p>
      </header>
    </div>
  );
}

function EmergencyCard({ request }: { request: DashboardRequest }) {
  const { now, send, isBusy } = useDispatchPage();
  const { reference, place, message, tel, phone } = request;
  const { number, unit } = formatWaitingTime(request, now);
  // Opens the request's own view for the next steps: the map and the arrival time.
  const take = async () => {
    if (await send({ action: 'take', reference }, dispatchWords.confirmations.take, undoTake(reference))) {
      location.hash = `open=${reference}`;
    }
  };
  return (
    <article className="ring" aria-label={`${request.serviceName} ${reference}`}>
      <header>
        <h2 className="led">{interpolate(requestWords.notTakenFor, { time: `${number} ${unit}` })}</h2>
        <p>
          {request.name && <b>{request.name}.</b>}{' '}
          {[formatTime(request.receivedAt, now), describeAlarms(request, now)].filter(Boolean).join('. ')}
        </p>
      </header>
      <div>
        <PlaceLine place={place} />
        {message && <p>{message}</p>}
        <div className="row grow">
          <ActionButton className="button solid big whole" isBusy={isBusy} onClick={take}>
            {requestWords.take}
          </ActionButton>
          {tel && (
            <a className="button orange wide" href={tel}>
              {interpolate(requestWords.call, { phone })}
            </a>
          )}
          <a className="button" href={`#open=${reference}`}>
            {requestWords.open}
          </a>
        </div>
      </div>
    </article>
  );
}

/** The driver's location, in words, as a map link, or both. */
export function PlaceLine({ place, map }: { place: string | undefined; map?: string | undefined }) {
  const link = map ?? (isMapLink(place) ? place : undefined);
  const name = isMapLink(place) ? undefined : place;
  if (!link) {
    return name ? <p className="sign">{<b>{name}</b>}</p> : null;
  }
  return (
    <a className="sign" href={link} rel="noopener noreferrer" target="_blank">
      {name && <b>{name}</b>}
      {requestWords.openMap}
    </a>
  );
}

interface GroupProps {
  title: string;
  note?: string;
  requests: readonly DashboardRequest[];
  isEnded?: boolean;
}

function Group({ title, note, requests, isEnded = false }: GroupProps) {
  if (requests.length === 0) {
    return null;
  }
  return (
    <section>
      <h2 className="group">
        {title} {note && <small>{note}</small>}
      </h2>
      <ul className="list">
        {requests.map((request) => (
          <Row key={request.reference} request={request} isEnded={isEnded} />
        ))}
      </ul>
    </section>
  );
}

/** The request's tags, and below them its service with the place or the start of its message. */
function RowDetails({ request }: { request: DashboardRequest }) {
  const { language, isPossibleSpam } = request;
  const tags = [
    isPossibleSpam ? requestWords.spam : '',
    language === 'en' ? '' : interpolate(requestWords.inLanguage, { language: getLanguageName(language) }),
  ].filter(Boolean);
  return (
    <span className="sub">
      {tags.map((tag) => (
        <span key={tag} className="tag">
          {tag}
        </span>
      ))}{' '}
      {[request.name && request.serviceName, summarize(request)].filter(Boolean).join('. ')}
    </span>
  );
}

function Row({ request, isEnded }: { request: DashboardRequest; isEnded: boolean }) {
  const { now } = useDispatchPage();
  const { number, unit } = isEnded ? formatArrival(request) : formatWaitingTime(request, now);
  const { text: state, note, kind } = describeState(request, now);
  const mark = kind === 'fault' ? '▲ ' : kind === 'done' ? '✓ ' : '';
  return (
    <li>
      <a href={`#open=${request.reference}`}>
        <span className="since">
          {number} <small>{unit}</small>
        </span>
        <span>
          <b dir="auto">{request.name || request.serviceName || request.reference}</b>{' '}
          <RowDetails request={request} />
        </span>
        <span className={`state ${kind ?? ''}`}>
          <span aria-hidden="true">{mark}</span>
          {state} <small>{note}</small>
        </span>
      </a>
    </li>
  );
}
