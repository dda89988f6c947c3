import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Thrown when a setting names a server at a forbidden address: this machine, or its private network. */
export class PrivateAddressError extends Error {
  override name = 'PrivateAddressError'
}

/** Azure's machines find their metadata there, in the midst of public addresses. */
const METADATA_ADDRESSES = new Set(['168.63.129.16'])

/** True if an address is not one of the public internet: loopback, private, link-local, of metadata and so on. */
function isPrivateAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return true
  // An IPv4 address that is written as IPv6 counts as what it is.
  const parsed = ipaddr.process(address)
  return parsed.range() !== 'unicast' || METADATA_ADDRESSES.has(parsed.toString())
}

/** Asks the name server for all addresses of a name. */
type LookUp = (
  hostname: string,
  options: { all: true; family?: number; hints?: number },
  callback: (error: NodeJS.ErrnoException | null, addresses: { address: string; family: number }[]) => void,
) => void

/**
 * A look-up for `connect` that finds public addresses alone. The connection goes to the checked address: the name is not
 * resolved a second time.
 */
export const publicLookUp =
  (lookUp: LookUp): LookupFunction =>
  (hostname, options, callback) => {
    lookUp(hostname, { ...(options as object), all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      const found = addresses.filter(({ address }) => !isPrivateAddress(address))
      const [first] = found
      if (!first) return callback(new PrivateAddressError(), '')
      return options.all ? callback(null, found) : callback(null, first.address, first.family)
    })
  }

export const lookUpPublic = publicLookUp(lookup)

/** @throws PrivateAddressError for an address in numbers that is not public: no name server is asked for it */
export function refusePrivateNumbers(host: string): void {
  if (isIP(host) !== 0 && isPrivateAddress(host)) throw new PrivateAddressError()
}
