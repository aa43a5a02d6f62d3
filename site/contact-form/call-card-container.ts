/** ID of the element in the call panel that gets the call card and its button. */
export const callCardContainerId = 'call-card-container';
