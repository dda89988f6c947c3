import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Env } from '#config/env.ts'
import { hostOf, type Host } from '#core/contract/tenancy.ts'

/** Origin and target of a request, as far as trusted sources report them. */
export interface HttpClient {
  /** In canonical spelling, at most 39 characters. */
  address: string
  /** The requested host, as sent, with its port. */
  hostName: string
  host: Host
}

type Trust = Pick<Env, 'trustProxy' | 'trustForwardedHost' | 'platformDomain'>

/** True if the hop with this address is our proxy; hop 0 connects to us. */
type IsProxy = (address: string, hop: number) => boolean

/** Reads clients from requests, trusting only the proxies of the environment. */
export function clientReader({ trustProxy, trustForwardedHost, platformDomain }: Trust) {
  const isProxy = proxiesOf(trustProxy)
  return ({ socket, headers }: FastifyRequest): HttpClient => {
    const nearest = addressIn(socket.remoteAddress ?? '') ?? ''
    const forwardedHost = trustForwardedHost && isProxy(nearest, 0) && last(headers['x-forwarded-host'])
    const hostName = forwardedHost || (headers.host ?? '')
    return {
      address: farthestKnown(nearest, splitList(headers['x-forwarded-for']), isProxy),
      hostName,
      host: hostOf(hostName, platformDomain),
    }
  }
}

function proxiesOf(trusted: Env['trustProxy']): IsProxy {
  if (typeof trusted === 'number') return (_, hop) => hop < trusted
  const list = new BlockList()
  for (const entry of trusted) {
    const [address = '', bits] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Each proxy appends the address of its client. So the addresses are read from the end as long as one of our proxies has
 * written them; the client wrote the rest. Text that is not an address is not trusted either.
 */
function farthestKnown(nearest: string, forwarded: readonly string[], isProxy: IsProxy): string {
  let known = nearest
  for (const [hop, text] of forwarded.toReversed().entries()) {
    const address = isProxy(known, hop) ? addressIn(text) : undefined
    if (address === undefined) break
    known = address
  }
  return known
}

/** Normalizes an address, including IPv4 written as IPv6; undefined for any other text. */
function addressIn(text: string): string | undefined {
  // The zone of a link-local address has a meaning only on its own machine, and can have any length.
  const [address = ''] = text.split('%')
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString()
}

/** Returns a host's own network: an IPv4 address, or the /64 that one household or school has of IPv6. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const bytes = ipaddr.parse(address).toByteArray().fill(0, 8)
  return `${ipaddr.fromByteArray(bytes).toString()}/64`
}

const splitList = (header: string | string[] | undefined): string[] =>
  header === undefined ? [] : [header].flat().flatMap((line) => line.split(',').map((part) => part.trim()))

const last = (header: string | string[] | undefined) => splitList(header).at(-1)
