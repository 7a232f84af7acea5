/** The UUID of nothing (RFC 9562, 5.9): no row has it, and every other one is greater. */
export const nilUuid = '00000000-0000-0000-0000-000000000000'
