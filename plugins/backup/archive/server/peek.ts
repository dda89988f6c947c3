/** The first bytes, as many of them as there are, and everything with them. */
export async function peek(content: AsyncGenerator<Buffer>, bytes: number) {
  const chunks: Buffer[] = []
  let size = 0
  while (size < bytes) {
    const next = await content.next()
    if (next.done) break
    chunks.push(next.value)
    size += next.value.length
  }
  const head = Buffer.concat(chunks)
  async function* whole(): AsyncGenerator<Buffer> {
    yield head
    yield* content
  }
  return { head: head.subarray(0, bytes), whole: whole() }
}
