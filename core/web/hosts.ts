/** Origin at which another host of this platform is reached from here: by the same protocol and port. */
export function originOf(host: string): string {
  const { protocol, port } = window.location
  return `${protocol}//${host}${port && `:${port}`}`
}
