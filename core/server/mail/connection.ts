import { connect, type Socket } from 'node:net'
import { lookUpPublic, refusePrivateNumbers } from '../public-addresses.ts'

/**
 * Connects to the mail server of the settings.
 * @param allowPrivate set by the operator; otherwise a setting could be used to probe the internal network
 * @param timeout milliseconds
 * @throws PrivateAddressError; the system's connection error
 */
export function connectToMailServer(
  { mailHost: host, mailPort: port }: { mailHost: string; mailPort: number },
  allowPrivate: boolean,
  timeout: number,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    if (!allowPrivate) refusePrivateNumbers(host)
    const socket = connect({ host, port, ...(allowPrivate ? {} : { lookup: lookUpPublic }) })
    const timer = setTimeout(() => {
      socket.destroy(Object.assign(new Error('The mail server does not answer'), { code: 'ETIMEDOUT' }))
    }, timeout)
    socket.once('connect', () => {
      clearTimeout(timer)
      resolve(socket)
    })
    // This listener stays for errors that occur before the connection is used.
    socket.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
  })
}
