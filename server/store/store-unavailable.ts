/** The store cannot complete the call right now. The message never contains the request. */
export class StoreUnavailable extends Error {}
