/** Changes of webhooks, of which nodes hear. */
export const WEBHOOKS_TOPIC = 'core.webhooks'
