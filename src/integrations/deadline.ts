/** The moment at which a request to another service must have ended, on the monotonic clock. */
export interface Deadline {
  leftMilliseconds(): number
}
