/** Values as they are stored: a double is told from an integer, and text that is none is no error. */
export const asStored = {
  promoteValues: false,
  promoteBuffers: false,
  bsonRegExp: true,
  enableUtf8Validation: false,
} as const
