// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of source
/**
 * Manual mutants where StrykerJS cannot toggle its own: in separate server processes, in the store's thread,
 * in module initialization. stryker.config.json covers the rest.
 */
export interface Mutant {
  file: string;
  /** Text that occurs once in the file, and its replacement. */
  from: string;
  to: string;
}

interface Group {
  /** The tests that reach the files, fastest first. */
  tests: readonly string[];
  mutants: readonly Mutant[];
}

const inFile = (file: string, changes: Record<string, string>): Mutant[] =>
  Object.entries(changes).map(([from, to]) => ({ file, from, to }));

const server = (...names: string[]) => names.map((name) => `tests/server/${name}.test.ts`);

export const groups: Record<string, Group> = {
  'the email of a request': {
    tests: ['server/mail/message.test.ts', ...server('mail', 'digest')],
    mutants: inFile('server/mail/message.ts', {
      'isPlainEmail(fields.email) ? fields.email : undefined': 'fields.email',
      'key: `${reference}.${receivedAt.getTime()}`': 'key: `${reference}.${now.getTime()}`',
      '{ from, to }, receivedAt)': '{ from, to }, now)',
      "headersOf(fields.service === 'emergency')": 'headersOf(false)',
      "'Auto-Submitted': 'auto-generated',": '',
      'isUrgent ? {': '!isUrgent ? {',
      "?.replace('tel:', '')": '',
      'number && withDashes(number),': 'number,',
      "service === 'emergency' ? mailWords": "service === 'fleet' ? mailWords",
      "&& fields[name] !== ''": '',
      'value: stripControlCharacters(fields[name])': 'value: fields[name]',
      'possibleDuplicate ? [': '!possibleDuplicate ? [',
      'honeypotFilled ? [': '!honeypotFilled ? [',
      'const late = time ? ': 'const late = false ? ',
      "call?.replace('tel:', 'sms:')": 'call',
      "texts.some((text) => text.includes(taps.map ?? ''))": 'true',
      'const number = call ?': 'const number = !call ?',
      '.filter((name) => taps[name] !== undefined)': '',
      "name === 'phone' ? number": "name === 'name' ? number",
    }),
  },
  'what answers a form': {
    tests: [
      'server/contact-requests/route.test.ts',
      ...server('responses', 'headers', 'origins', 'idempotency', 'rate-limits', 'privacy', 'digest'),
    ],
    mutants: [
      ...inFile('server/contact-requests/route.ts', {
        'checkOrigin(c.req.raw.headers, parts.allowedOrigins);': '',
        'await countPost(parts.postLimits, ip, c.req.raw);': '',
        'parts.onSaved();': '',
        "site === 'same-origin' ||": "site !== 'cross-site' ||",
        'origin !== null && allowed.includes(origin)': 'origin !== null && allowed.length > 0',
        '{1,255}$/': '{1,256}$/',
        "value.trim() !== ''": "value !== ''",
        '    taken.refund();\n': '',
        "if (saved.outcome === 'mismatch') {": 'if (false) {',
        "c.header('Allow', methods);": '',
        'route.options(contactPath, (c) => c.body(null, 204));': '',
        "c.req.header('Accept')?.includes('text/html')": "c.req.header('Accept') !== undefined",
      }),
      ...inFile('server/contact-requests/responses.ts', {
        'return c.json({ ok: true, reference });': 'return c.json({ ok: true });',
        "c.header('Retry-After', String(rejection.retryAfter));": '',
        "c.header('Content-Security-Policy', rejectionPagePolicy(pages));": '',
        'code: rejection.code, ...fields': 'code: rejection.code',
        "reason === 'too_large' && !anythingRead": 'false',
        'c.redirect(`${pages}${languages[language].path}#${sentAnchor}`, 303)':
          'c.redirect(`${pages}${languages[language].path}#${sentAnchor}`, 302)',
      }),
      ...inFile('server/contact-requests/read-body.ts', {
        " || request.headers.has('Content-Encoding')": '',
        'const bodyLimit = mostKibibytes * 1024;': 'const bodyLimit = 32 * 1024;',
        '{ fatal: true }': '{ fatal: false }',
        '|| Array.isArray(value)': '',
        'Object.keys(fields).length < entries.length': 'false',
        "text.replace(/%(?![\\da-f]{2})/gi, '%25')": 'text',
        '.trim().toLowerCase()': '.trim()',
      }),
      ...inFile('server/contact-requests/rejection-page.ts', {
        '${`\\n${typed}`}': '${typed}',
        "const selected = value === chosen ? html` selected` : '';": "const selected = '';",
        ' aria-describedby="${name}-problem"': '',
        '?lang=${language}"': '"',
      }),
      ...inFile('server/contact-requests/rejection.ts', {
        'this.retryAfter = retryAfter ?? this.kind.retryAfter;': 'this.retryAfter = this.kind.retryAfter;',
      }),
    ],
  },
  'pages and headers': {
    tests: server('pages', 'headers', 'origins', 'durability', 'hostile-connections'),
    mutants: [
      ...inFile('server/static-site/serve-assets.ts', {
        "if (asset && (c.req.method === 'GET' || c.req.method === 'HEAD')) {": 'if (asset) {',
        "Allow: 'GET, HEAD', ": '',
        'redirect + new URL(c.req.url).search': 'redirect',
        'return c.body(bytes, 404, headers);': 'return c.body(bytes, 200, headers);',
        "tag.trim().replace(/^W\\//, '')": 'tag.trim()',
        "|| tags.includes('*')": '',
        "'Content-Length': _length, 'Content-Encoding': _encoding, ...rest": '...rest',
      }),
      ...inFile('server/static-site/assets.ts', {
        "Vary: 'Accept-Encoding',": '',
        '.filter((file) => file !== headersFileName)': '',
      }),
      ...inFile('server/static-site/load-site.ts', {
        'return [`/${file}`, path.slice(0, -1)];': 'return [`/${file}`];',
      }),
      ...inFile('server/headers.ts', {
        "exposeHeaders: ['retry-after'],": '',
        'maxAge: preflightMaxAge,': '',
        "c.header('Vary', 'Origin', { append: true });": '',
        "siteUrl?.startsWith('https:')": 'siteUrl',
        "'no-cache'": "'max-age=60'",
      }),
      ...inFile('server/http-server.ts', {
        'server.setTimeout(stallTimeout);': '',
        "server.on('checkExpectation', receive);": '',
        'waiting >= maxInFlight': 'false',
        "outgoing.once('finish', () => closeIfBodyUnread(incoming));": '',
        'headersTimeout: 10_000': 'headersTimeout: 60_000',
        'HPE_HEADER_OVERFLOW: 431,': '',
      }),
      ...inFile('server/app.ts', {
        'app.use(withHeaders(common));': '',
        'app.use(closeWhen(stopping));': '',
      }),
    ],
  },
  'start, end and health': {
    tests: ['server/health.test.ts', ...server('start', 'stops', 'durability', 'mail', 'rate-limits')],
    mutants: [
      ...inFile('server/health.ts', {
        'clock.elapsed() - last.at > cacheTtl': 'true',
        "now.store === 'ok' ? 200 : 503": '200',
        'deadLettered > 0 ?': 'false ?',
        "stopping.aborted ? { store: 'stopping' } :": '',
      }),
      ...inFile('server/graceful-shutdown.ts', {
        'pause(timeouts.end, false)': 'pause(10 * timeouts.end, false)',
        'endWithThreadsBlocked();\n      }': 'process.exit(1);\n      }',
        'outbox.stop(timeouts.grace)': 'Promise.resolve()',
        'server.closeAllConnections(), timeouts.grace': 'undefined, timeouts.grace',
      }),
      ...inFile('server/main.ts', {
        'process.umask(0o077);': '',
        'checkNames(Object.keys(dotEnv));': '',
        'settings.retentionDays > business.retentionDays': 'false',
      }),
      ...inFile('server/mail/files.ts', {
        'await rename(`${file}.part`, file);': 'await rename(`${file}.part`, `${file}.new`);',
      }),
    ],
  },
  "the store's thread and SQL": {
    tests: [
      'server/store/sqlite/sqlite-store.test.ts',
      'server/outbox/outbox.test.ts',
      ...server('durability', 'idempotency'),
      'server/store/request-store.test.ts',
      'lab/simulation/simulation.test.ts',
    ],
    mutants: [
      ...inFile('server/store/sqlite/sqlite-store.ts', {
        'waiting.size >= waitingLimit': 'false',
        'worker = undefined;': '',
      }),
      ...inFile('server/store/timeouts.ts', {
        'save: 5_000,': 'save: 500_000,',
      }),
      ...inFile('server/store/failure-log.ts', {
        "log('store_recovered');": '',
        'isFailing && !isLogged': 'isFailing',
      }),
      ...inFile('server/store/sqlite/worker.ts', {
        'yield waiting.message;': 'yield waiting.message; return;',
        'performance.now() < openAgainAt': 'false',
      }),
      ...inFile('server/store/sqlite/database.ts', {
        'pragma secure_delete = on;': '',
        'assertSound(database);': '',
        'inTransaction(database, () => database.exec(': 'void (() => database.exec(',
      }),
      ...inFile('server/store/record.ts', {
        'where request_id = :requestId and lease_token = :leaseToken': 'where request_id = :requestId',
        'network = case when :waits = 1 then network end': 'network = network',
      }),
    ],
  },
  // Each reintroduces a bug that an attacker once found. In the order of docs/reliability.md.
  'faults that were found from outside': {
    tests: [
      'server/mail/classify-smtp-error.test.ts',
      'server/rate-limits/rate-limiter.test.ts',
      'contract/contact-request.test.ts',
      'server/outbox/flood.test.ts',
      'server/outbox/outbox.test.ts',
      'server/store/sqlite/sqlite-store.test.ts',
      ...server('rate-limits', 'headers', 'hostile-connections', 'durability', 'stops', 'start', 'responses'),
    ],
    mutants: [
      ...inFile('server/store/mail-server.ts', {
        // After an outage deferred emails waited out their pauses.
        "const requeued = await requeue(transaction, 'deferred');": 'const requeued = 0;',
        // A refused login was tried each minute, until the account was locked.
        "kind === 'login refused' ? options.loginRefused : backOff(": 'backOff(',
      }),
      ...inFile('server/mail/smtp.ts', {
        // A full mailbox made dead letters.
        "&& !mailboxFull.test(response ?? '')": '',
      }),
      ...inFile('server/main.ts', {
        // A partial file with visitor data was never removed.
        'removePartialFiles(mailFolder(settings.dataDir));': '',
      }),
      ...inFile('server/store/sqlite/salvage.ts', {
        // One damaged page stopped everything.
        'if (!isDamage(error)) {': 'if (error) {',
        'possible_duplicate: isSent ? 0 : 1,': 'possible_duplicate: 0,',
        'unreadable: requests.unreadable };': 'unreadable: 0 };',
        'if (from === to) {': 'if (from <= to) {',
      }),
      ...inFile('server/rate-limits/rate-limiter.ts', {
        // A fixed window let nearly twice as many through.
        'times.filter((at) => at > now - window)':
          'times.filter((at) => Math.floor(at / window) === Math.floor(now / window))',
      }),
      ...inFile('server/contact-requests/route.ts', {
        // Rejected origins used up the visitor's rate limit.
        'checkOrigin(c.req.raw.headers, parts.allowedOrigins);\n      await countPost(parts.postLimits, ip, c.req.raw);':
          'await countPost(parts.postLimits, ip, c.req.raw);\n      checkOrigin(c.req.raw.headers, parts.allowedOrigins);',
      }),
      ...inFile('contract/contact-fields.ts', {
        // An invisible name made a blank emergency.
        '/[^\\p{Z}\\p{Cc}\\p{Cf}\\p{M}\\p{Default_Ignorable_Code_Point}\\u2800]/u': '/\\S/u',
      }),
      ...inFile('contract/contact-request.ts', {
        // NUL ends a message for programs that show it.
        "value.replaceAll('\\0', '')": 'value',
      }),
      ...inFile('server/graceful-shutdown.ts', {
        // SIGTERM reset connections in the kernel's backlog.
        'await acceptPendingConnections(server);': '',
        // SIGHUP killed.
        "['SIGTERM', 'SIGINT', 'SIGHUP']": "['SIGTERM', 'SIGINT']",
        // kill -9 of npm, or of its script, left an orphaned server.
        "process.on('disconnect', () => shutDown('disconnect'));": '',
      }),
      ...inFile('scripts/serve.mjs', {
        "server.kill('SIGTERM');": '',
      }),
      ...inFile('server/http-server.ts', {
        // With two Host headers the first one won.
        'hosts.length > 1': 'false',
      }),
    ],
  },
  // In-process too, but its tests take seconds: 1,300 mutants would take hours.
  'the outbox': {
    tests: [
      'server/outbox/outbox.test.ts',
      'server/outbox/flood.test.ts',
      'server/store/request-store.test.ts',
      'lab/simulation/simulation.test.ts',
    ],
    mutants: [
      ...inFile('server/outbox/outbox.ts', {
        'unrecorded === 0 ? options.concurrency - inFlight.size : 0': 'options.concurrency - inFlight.size',
        "transport.delivers ? (['filed'] as const) : []": '[]',
        'requeues.delete(what);': '',
        'clock.wait(grace, ended.signal).then(abort);': '',
        'clock.wait(options.sendTimeout, sent.signal)': 'clock.wait(10 * options.sendTimeout, sent.signal)',
        "return { outcome: 'deferred', smtpCode: 'error' };":
          "return { outcome: 'refused', smtpCode: 'error' };",
        'email.to.filter((address) => remaining.includes(address))': 'email.to',
        'if (isOpen) wakeUp();': 'wakeUp();',
      }),
      ...inFile('server/outbox/delivery-result.ts', {
        'request.attempts + (isDeferred ? 1 : 0)': 'request.attempts',
        'request.possibleDuplicate || mayHaveArrived': 'mayHaveArrived',
        "ambiguous: { state: 'pending', backsOff: true, mayHaveArrived: true":
          "ambiguous: { state: 'pending', backsOff: true, mayHaveArrived: false",
        "deferred: { state: 'pending', backsOff: true": "deferred: { state: 'pending', backsOff: false",
      }),
      ...inFile('server/store/outbox.ts', {
        'mailServer.failures > 0 ? Math.min(given.limit, 1 - given.inFlight.length) : given.limit':
          'given.limit',
        'emails - (row?.emails ?? 0)': 'emails',
        'await setSentAt(transaction, ended);': '',
      }),
      ...inFile('server/store/overview.ts', {
        "['listed_at is null', 'listed_at is not null']": "['listed_at is not null', 'listed_at is null']",
        'return wasPlain ? options.budget.window : 0;': 'return options.budget.window;',
      }),
      ...inFile('server/outbox/options.ts', {
        'Math.min(first * 2 ** (failures - 1), longest)': 'first * 2 ** (failures - 1)',
        '(1 + options.jitter * chance)': '1',
      }),
    ],
  },
};
