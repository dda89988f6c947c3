type Schema = Record<string, unknown>

/** Statuses with which uploads are refused. */
export const UPLOAD_REFUSALS = [400, 401, 403, 404, 409, 413, 415, 422, 423, 429, 500, 503] as const
type UploadRefusal = (typeof UPLOAD_REFUSALS)[number]

const header = (name: string, description: string, isRequired = true): Schema => ({
  name,
  in: 'header',
  description,
  required: isRequired,
  schema: { type: 'string' },
})

const textHeader = (description: string): Schema => ({ description, schema: { type: 'string' } })

const version = header('Tus-Resumable', 'The version of the protocol: 1.0.0')
const place = {
  'Tus-Resumable': textHeader('1.0.0'),
  'Upload-Offset': textHeader('Bytes that are there now'),
}

const part: Schema = {
  content: { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } },
}

/** Describes `/api/uploads` in the API document: it is the tus protocol's and no contract of ours. */
export function uploadPaths(refusal: (status: UploadRefusal) => Schema): Record<string, Schema> {
  const operation = (
    name: string,
    summary: string,
    more: Schema,
    success: Schema,
    statuses: readonly UploadRefusal[],
  ) => ({
    operationId: name,
    tags: ['uploads'],
    summary,
    description:
      'By the tus protocol (https://tus.io/protocols/resumable-upload). Callers: anyone signed in. On every host.',
    security: [{ session: [] }],
    ...more,
    responses: { ...success, ...Object.fromEntries(statuses.map((status) => [status, refusal(status)])) },
  })
  const always = [401, 403, 404, 429, 500, 503] as const
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }
  return {
    '/api/uploads': {
      post: operation(
        'beginUpload',
        'Begin a file of up to 2 GB that comes in parts, which may end with this request already; ten at most are unfinished',
        {
          parameters: [
            version,
            header('Upload-Length', 'Bytes of the file'),
            header(
              'Upload-Metadata',
              '`kind` and, where they are known, `filename`, `filetype` and `owner`, each in base64',
            ),
          ],
          requestBody: part,
        },
        { 201: { description: 'Begun', headers: { ...place, Location: textHeader('Where the parts go') } } },
        [400, ...always, 413, 415],
      ),
    },
    '/api/uploads/{id}': {
      head: operation(
        'uploadState',
        'How much of a file has come; all of it only when it is stored',
        { parameters: [id, version] },
        { 200: { description: 'Success', headers: { ...place, 'Upload-Length': textHeader('Bytes of the file') } } },
        [...always, 423],
      ),
      patch: operation(
        'continueUpload',
        'Go on with a file; with its last byte it is checked and kept',
        { parameters: [id, version, header('Upload-Offset', 'Bytes that are there already')], requestBody: part },
        { 204: { description: 'Success', headers: place } },
        [400, ...always, 409, 413, 415, 422, 423],
      ),
      delete: operation(
        'removeUpload',
        'Give up a file that is not complete',
        { parameters: [id, version] },
        { 204: { description: 'Success' } },
        [...always, 409, 423],
      ),
    },
  }
}
