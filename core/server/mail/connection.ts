import { connect, type Socket } from 'node:net'
import { lookUpPublic, refusePrivateNumbers } from '../public-addresses.ts'

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
    if (!allowPrivate) refusePrivateNumbers(host)
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
