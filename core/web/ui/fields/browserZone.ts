/** The zone of this browser, as `Europe/Berlin`. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
