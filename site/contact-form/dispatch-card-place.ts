/** ID of the element in the call panel that gets the dispatch card's button. */
export const dispatchCardPlace = 'dispatch-card-place';
