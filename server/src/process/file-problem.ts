const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write to it',
  EPERM: 'this user may not write to it',
  EROFS: 'its disk is read-only',
  ENOTDIR: 'a file is in its way',
  EEXIST: 'a file is in its way',
  EISDIR: 'it is a folder',
  ENAMETOOLONG: 'its name is too long',
  ENOENT: 'it is missing and could not be created',
}

/** The path that could not be used, and the reason, of a file system error; undefined for other errors. */
export function fileProblem(error: unknown): { path: string; reason: string } | undefined {
  const { code = '', path = '' } = error as NodeJS.ErrnoException
  const reason = reasons[code]
  return path === '' || reason === undefined ? undefined : { path, reason }
}
