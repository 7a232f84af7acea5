import assert from 'node:assert/strict'

// What booking does, in the simplest words: one host, one day, minutes since midnight, everything in memory. It shares
// nothing with the service but the promise, so where the two differ one of them is wrong.

export interface ModelType {
  readonly isGroup: boolean
  readonly duration: number
  increment: number
  bufferBefore: number
  bufferAfter: number
  seats: number
  maxPerDay: number | null
  opens: number
  closes: number
  isActive: boolean
  isDeleted: boolean
}

export interface ModelMeeting {
  readonly type: ModelType
  readonly start: number
  readonly from: number
  readonly to: number
  readonly invitees: Set<ModelInvitee>
  /** The open ones, which keep its time or seats in it. */
  readonly requests: Set<ModelRequest>
  /** Before, only its time is kept. */
  isBooked: boolean
  isCanceled: boolean
}

export interface ModelRequest {
  meeting: ModelMeeting
  state: 'open' | 'confirmed' | 'declined' | 'withdrawn' | 'expired'
}

export interface ModelInvitee {
  readonly meeting: ModelMeeting
  isCanceled: boolean
  isNoShow: boolean
  movedTo: ModelInvitee | undefined
}

/** What a model may get wrong on purpose, to see that the comparison notices. */
export type Mistake = 'buffers' | 'seats' | 'limits' | 'freed time' | 'requests' | undefined

export class BookingModel {
  readonly types: ModelType[]
  readonly times: ModelMeeting[] = []
  readonly invitees: ModelInvitee[] = []
  readonly requests: ModelRequest[] = []
  readonly #mistake: Mistake

  constructor(types: readonly ModelType[], mistake?: Mistake) {
    this.types = types.map((type) => ({ ...type }))
    this.#mistake = mistake
  }

  get meetings(): ModelMeeting[] {
    return this.times.filter(({ isBooked }) => isBooked)
  }

  /** The invitee, or undefined when the time is filled. */
  book(type: ModelType, start: number): ModelInvitee | undefined {
    const meeting = this.#meetingFor(type, start)
    return meeting && this.#seat(meeting)
  }

  /** A visitor asks for what a host must accept. Undefined when the time is filled. */
  request(type: ModelType, start: number): ModelRequest | undefined {
    const meeting = this.#meetingFor(type, start)
    if (!meeting) return undefined
    const request: ModelRequest = { meeting, state: 'open' }
    meeting.requests.add(request)
    this.requests.push(request)
    return request
  }

  /** What was promised counts, whatever the type asks for now; but a seat that is no longer there cannot be had. */
  accept(request: ModelRequest): ModelInvitee | 'settled' | 'filled' {
    const { meeting, state } = request
    if (state !== 'open') return 'settled'
    const { type, isBooked } = meeting
    if (isBooked && meeting.invitees.size + meeting.requests.size > type.seats) return 'filled'
    meeting.requests.delete(request)
    request.state = 'confirmed'
    return this.#seat(meeting)
  }

  /** Declined, withdrawn, or expired: the time is free at once. False if it was settled before. */
  endRequest(request: ModelRequest, state: ModelRequest['state']): boolean {
    if (request.state !== 'open') return false
    request.state = state
    if (this.#mistake !== 'requests') request.meeting.requests.delete(request)
    return true
  }

  cancelMeeting(meeting: ModelMeeting): boolean {
    if (meeting.isCanceled) return false
    for (const invitee of meeting.invitees) invitee.isCanceled = true
    meeting.invitees.clear()
    this.#end(meeting)
    return true
  }

  cancelInvitee(invitee: ModelInvitee): boolean {
    if (invitee.isCanceled) return false
    this.#leave(invitee)
    return true
  }

  /**
   * Gives the seat back first, so that a move is not refused because of the meeting that is moved. Refused, it stays.
   */
  reschedule(invitee: ModelInvitee, start: number): ModelInvitee | 'filled' | 'canceled' | 'same' {
    if (invitee.isCanceled) return 'canceled'
    const { meeting } = invitee
    if (meeting.start === start) return 'same'
    const kept = this.#leave(invitee)
    const next = this.#meetingFor(meeting.type, start)
    if (!next) {
      invitee.isCanceled = false
      meeting.invitees.add(invitee)
      meeting.isCanceled = false
      if (kept) this.#hold(kept.requests, meeting)
      return 'filled'
    }
    invitee.movedTo = this.#seat(next)
    return invitee.movedTo
  }

  markNoShow(invitee: ModelInvitee): boolean {
    if (invitee.isCanceled || invitee.isNoShow) return false
    invitee.isNoShow = true
    return true
  }

  unmarkNoShow(invitee: ModelInvitee): boolean {
    if (!invitee.isNoShow) return false
    invitee.isNoShow = false
    return true
  }

  /** Every time of the day at which this type can be booked. */
  offered(type: ModelType): number[] {
    return Array.from({ length: 1440 }, (_, start) => start).filter(
      (start) => this.#joinable(type, start) || this.#isFree(type, start),
    )
  }

  #meetingFor(type: ModelType, start: number): ModelMeeting | undefined {
    const joinable = this.#joinable(type, start)
    if (joinable) return joinable
    if (!this.#isFree(type, start)) return undefined
    const from = start - type.bufferBefore
    const meeting = {
      type,
      start,
      from,
      to: start + type.duration + type.bufferAfter,
      invitees: new Set<ModelInvitee>(),
      requests: new Set<ModelRequest>(),
      isBooked: false,
      isCanceled: false,
    }
    this.times.push(meeting)
    return meeting
  }

  #joinable(type: ModelType, start: number): ModelMeeting | undefined {
    if (!type.isGroup || !type.isActive || type.isDeleted) return undefined
    const seats = this.#mistake === 'seats' ? type.seats + 1 : type.seats
    return this.#active.find(
      (meeting) =>
        meeting.type === type && meeting.start === start && meeting.invitees.size + meeting.requests.size < seats,
    )
  }

  #isFree(type: ModelType, start: number): boolean {
    const { isActive, isDeleted, opens, closes, duration, increment, maxPerDay } = type
    if (!isActive || isDeleted || start < opens || start + duration > closes || (start - opens) % increment !== 0)
      return false
    const [before, after] = this.#mistake === 'buffers' ? [0, 0] : [type.bufferBefore, type.bufferAfter]
    const inTheWay = (meeting: ModelMeeting): boolean =>
      meeting.from < start + duration + after && meeting.to > start - before
    if (this.#active.some(inTheWay)) return false
    if (this.#mistake === 'limits' || maxPerDay === null) return true
    return this.#active.filter((meeting) => meeting.type === type).length < maxPerDay
  }

  get #active(): ModelMeeting[] {
    const isTaken = ({ isBooked, isCanceled, requests }: ModelMeeting): boolean =>
      isBooked ? this.#mistake === 'freed time' || !isCanceled : requests.size > 0
    return this.times.filter(isTaken)
  }

  #seat(meeting: ModelMeeting): ModelInvitee {
    const invitee = { meeting, isCanceled: false, isNoShow: false, movedTo: undefined }
    meeting.isBooked = true
    meeting.invitees.add(invitee)
    this.invitees.push(invitee)
    return invitee
  }

  #leave(invitee: ModelInvitee): ModelMeeting | undefined {
    const { meeting } = invitee
    assert.ok(meeting.invitees.delete(invitee))
    invitee.isCanceled = true
    return meeting.invitees.size === 0 ? this.#end(meeting) : undefined
  }

  /** Its time is free, unless there are requests: it is kept for them, as a time of its own, which is returned. */
  #end(meeting: ModelMeeting): ModelMeeting | undefined {
    meeting.isCanceled = true
    if (meeting.requests.size === 0) return undefined
    const kept = { ...meeting, requests: new Set<ModelRequest>(), invitees: new Set<ModelInvitee>() }
    Object.assign(kept, { isBooked: false, isCanceled: false })
    this.times.push(kept)
    this.#hold(meeting.requests, kept)
    return kept
  }

  #hold(requests: Set<ModelRequest>, meeting: ModelMeeting): void {
    for (const request of requests) {
      request.meeting = meeting
      meeting.requests.add(request)
    }
    requests.clear()
  }
}
