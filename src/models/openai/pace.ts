/** When the next request may go: evenly spaced under a rate limit, and none while a server asked for a pause. */
export interface Clock {
  now(): number;
  wait(millis: number, signal?: AbortSignal): Promise<void>;
}

export interface Pace {
  turn(signal?: AbortSignal): Promise<void>;
  pause(millis: number): void;
}

export function pace(requestsPerMinute: number | undefined, clock: Clock): Pace {
  const gap = requestsPerMinute === undefined ? 0 : 60_000 / requestsPerMinute;
  let next = 0;
  return {
    async turn(signal) {
      const at = Math.max(next, clock.now());
      next = at + gap;
      if (at > clock.now()) await clock.wait(at - clock.now(), signal);
    },
    pause(millis) {
      next = Math.max(next, clock.now() + millis);
    },
  };
}
