import { transliterate } from '#core/contract/transliteration.ts'

/** Longest subdomain (spec part 1, section 9). */
const MAX_LENGTH = 50

/** Subdomain that the server makes of a name when none is given, before it numbers one that is taken. */
export function suggestedSubdomain(name: string): string {
  return transliterate(name).slice(0, MAX_LENGTH)
}

/** Address of an organization: on this platform's domain, with the scheme and port of the page that links to it. */
export function organizationAddress(
  subdomain: string,
  platformDomain: string,
  location: Pick<Location, 'protocol' | 'port'> = window.location,
) {
  const host = `${subdomain}.${platformDomain}${location.port ? `:${location.port}` : ''}`
  return { host, href: `${location.protocol}//${host}/` }
}
