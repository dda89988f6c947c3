const office = 'application/vnd.openxmlformats-officedocument'
const open = 'application/vnd.oasis.opendocument'

/** Groups of media types, besides pictures, that users may store: none of them runs code. */
export const mediaKinds: Readonly<Record<string, 'pdf' | 'audio' | 'video' | 'document'>> = {
  'application/pdf': 'pdf',
  'audio/mpeg': 'audio',
  'audio/mp4': 'audio',
  'audio/ogg': 'audio',
  'audio/flac': 'audio',
  'audio/wav': 'audio',
  'video/mp4': 'video',
  'video/webm': 'video',
  'video/quicktime': 'video',
  'video/x-matroska': 'video',
  [`${office}.wordprocessingml.document`]: 'document',
  [`${office}.presentationml.presentation`]: 'document',
  [`${office}.spreadsheetml.sheet`]: 'document',
  [`${open}.text`]: 'document',
  [`${open}.presentation`]: 'document',
  [`${open}.spreadsheet`]: 'document',
  'text/plain': 'document',
  'text/markdown': 'document',
  'text/csv': 'document',
}
