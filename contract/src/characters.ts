/**
 * What no text of ours holds, for neither PostgreSQL nor the XML of an invoice can: halves of surrogate pairs,
 * non-characters and control characters but for tabs and ends of lines. Characters that turn the direction of what
 * follows go with them: they make a text look like another.
 */
export const unusableCharacter =
  /[\p{Cs}\p{Noncharacter_Code_Point}\p{Bidi_Control}]|[^\P{Cc}\t\n\r]/u;

export const unusableText = "Contains characters that cannot be used";
