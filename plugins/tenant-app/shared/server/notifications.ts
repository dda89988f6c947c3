const defaults = { asks_consents: true, asks_health: true, sends_digests: true, digest_weekday: 7, digest_hour: 17 }

/** In SQL: what an organization has decided about its mails, or what holds where it has decided nothing. */
export const notificationSetting = (name: keyof typeof defaults, tenantId: string) =>
  `coalesce((select n.${name} from notification_settings n where n.tenant_id = ${tenantId}), ${defaults[name]})`
