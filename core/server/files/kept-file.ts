/** File for which its gate is asked. */
export interface FileInQuestion {
  /** null before there is one. */
  id: string | null
  /** Id of the thing that the file belongs to, such as a lesson; null where the kind has no such thing. */
  ownerId: string | null
  uploadedBy: string | null
}

/** A stored file. */
export interface KeptFile {
  id: string
  /** Address at which the file is read. */
  url: string
  filename: string
  mimeType: string
  /** Bytes. */
  size: number
  sha256: string
}
