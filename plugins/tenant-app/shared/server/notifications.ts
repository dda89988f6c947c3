const defaults = { asks_consents: true, asks_health: true, sends_digests: true, digest_weekday: 7, digest_hour: 17 }

/** SQL: an organization's setting of its emails, or the default. */
export const notificationSetting = (name: keyof typeof defaults, tenantId: string) =>
  `coalesce((select n.${name} from notification_settings n where n.tenant_id = ${tenantId}), ${defaults[name]})`
