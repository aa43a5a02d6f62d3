import { Component, type ReactNode } from 'react';

/** Removes a helper that throws. The form around it stays and sends; React reports the error. */
export class Boundary extends Component<{ children: ReactNode }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
