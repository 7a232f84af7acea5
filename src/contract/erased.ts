/** In the place of somebody who was forgotten. Nothing can be sent to this address (RFC 6761 §6.4). */
export const erasedPerson = { name: 'Erased', email: 'erased@openslot.invalid' } as const
