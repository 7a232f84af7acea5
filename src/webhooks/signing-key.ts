/** Associated data of an encrypted key: in another row it does not decrypt. */
export const signingKeyContext = (subscriptionId: string): readonly string[] => [
  'webhook subscription',
  subscriptionId,
  'signing key',
]
