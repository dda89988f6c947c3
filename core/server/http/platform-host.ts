import type { Env } from '#config/env.ts'
import { reservedSubdomains } from '#core/contract/tenancy.ts'

type Addresses = Pick<Env, 'platformDomain' | 'publicUrl'>

const nameAndPort = (hostName: string): { name: string; port: string } => {
  const [, name = '', port = ''] = /^(.*?)(?::(\d+))?$/.exec(hostName.toLowerCase()) ?? []
  return { name, port }
}

/**
 * True if the platform itself is known by this name. Narrower than what is served as the platform, which is every host
 * that is no organization's: anyone may point a name of theirs at the server, and must not speak for the platform by
 * it.
 */
export function isPlatformName({ platformDomain, publicUrl }: Addresses, hostName: string): boolean {
  const { name } = nameAndPort(hostName)
  if (name === platformDomain || name === (publicUrl && new URL(publicUrl).hostname)) return true
  const label = name.endsWith(`.${platformDomain}`) ? name.slice(0, -platformDomain.length - 1) : ''
  return reservedSubdomains.has(label)
}

/**
 * True if a page of the platform has sent a request to this host: by the `Origin` that browsers write by themselves, at
 * the same port, and by https where users reach the platform so.
 */
export function isFromPlatform(addresses: Addresses, origin: string | undefined, hostName: string): boolean {
  const name = nameOfPage(addresses, origin, hostName)
  return name !== undefined && isPlatformName(addresses, name)
}

/** Subdomain of the organization whose page has sent a request to this host, by the same rules; undefined for others. */
export function subdomainOfPage(
  addresses: Addresses,
  origin: string | undefined,
  hostName: string,
): string | undefined {
  const name = nameOfPage(addresses, origin, hostName)
  const label = name?.endsWith(`.${addresses.platformDomain}`)
    ? name.slice(0, -addresses.platformDomain.length - 1)
    : undefined
  return label === undefined || label.includes('.') || reservedSubdomains.has(label) ? undefined : label
}

/** Name of the page's host, where its port is that of this host, and its protocol that of the platform. */
function nameOfPage(addresses: Addresses, origin: string | undefined, hostName: string): string | undefined {
  const url = origin === undefined ? null : URL.parse(origin)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  const { publicUrl } = addresses
  if (publicUrl !== undefined && url.protocol !== new URL(publicUrl).protocol) return undefined
  // A usual port is left out, with or without a word of it in the header of the host.
  const { port } = nameAndPort(hostName)
  const usual = url.protocol === 'https:' ? '443' : '80'
  return (url.port || usual) === (port || usual) ? url.hostname : undefined
}
