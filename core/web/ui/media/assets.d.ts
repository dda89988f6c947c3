/** The address at which the build serves a file as it is. */
declare module '*?url' {
  const address: string
  export default address
}
