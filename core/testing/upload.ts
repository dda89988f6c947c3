import type { Answer, Client } from './harness.ts'

/** A multipart form with one file, as browsers send it. */
export function fileForm(bytes: Uint8Array, { field = 'image', filename = 'picture.png' } = {}) {
  const boundary = 'trellis-test-boundary'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${filename}"\r\ncontent-type: image/png\r\n\r\n`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

/** Uploads a picture as somebody. */
export function sendImage(client: Client, bytes: Uint8Array, file?: Parameters<typeof fileForm>[1]): Promise<Answer> {
  return client.request('POST', '/api/upload-image', fileForm(bytes, file))
}
