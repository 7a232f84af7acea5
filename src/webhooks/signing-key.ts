/** What a sealed key belongs to: in another row it does not open. */
export const signingKeyContext = (subscriptionId: string): readonly string[] => ['webhook subscription', subscriptionId, 'signing key']
