/** Every time zone that the browser knows, for a ComboBox: `Europe/Berlin`. */
export const timeZoneOptions = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map(
  (id) => ({ id, label: zoneLabel(id) }),
)

/** A zone's id for people: 'America/New York'. */
export function zoneLabel(zone: string): string {
  return zone.replaceAll('_', ' ')
}
