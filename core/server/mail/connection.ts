import { lookup } from 'node:dns'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The mail server is where a setting must not reach: this machine, or the network around it. */
export class PrivateAddressError extends Error {
  override name = 'PrivateAddressError'
}

/** Azure's machines find their metadata there, in the midst of public addresses. */
const METADATA = new Set(['168.63.129.16'])

/** Whether an address is anything but one of the public internet: loopback, private, link-local, of metadata and so on. */
function isPrivateAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return true
  // An IPv4 address that is written as IPv6 counts as what it is.
  const parsed = ipaddr.process(address)
  return parsed.range() !== 'unicast' || METADATA.has(parsed.toString())
}

// The connection goes to what was checked here: nobody asks for the name a second time.
const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '')
    const found = addresses.filter(({ address }) => !isPrivateAddress(address))
    const [first] = found
    if (!first) return callback(new PrivateAddressError(), '')
    return options.all ? callback(null, found) : callback(null, first.address, first.family)
  })
}

/**
 * Connects to the mail server of the settings.
 * @param allowPrivate as the operator has allowed it; otherwise a setting could be used to look around in a network
 * @param timeout milliseconds
 * @throws PrivateAddressError; what the system says of the connection
 */
export function connectToMailServer(
  { mailHost: host, mailPort: port }: { mailHost: string; mailPort: number },
  allowPrivate: boolean,
  timeout: number,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    if (!allowPrivate && isIP(host) !== 0 && isPrivateAddress(host)) throw new PrivateAddressError()
    const socket = connect({ host, port, ...(allowPrivate ? {} : { lookup: lookUpPublic }) })
    const timer = setTimeout(() => {
      socket.destroy(Object.assign(new Error('The mail server does not answer'), { code: 'ETIMEDOUT' }))
    }, timeout)
    socket.once('connect', () => {
      clearTimeout(timer)
      resolve(socket)
    })
    // Stays, for what happens to the connection before it is used.
    socket.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
  })
}
