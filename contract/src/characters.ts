/**
 * What no text of ours holds, as PostgreSQL and XML cannot: half surrogate pairs, non-characters, controls but for tabs and
 * line ends; nor characters that turn the direction of what follows, which make a text look like another.
 */
export const unusableCharacter =
  /[\p{Cs}\p{Noncharacter_Code_Point}\p{Bidi_Control}]|[^\P{Cc}\t\n\r]/u;

export const unusableText = "Contains characters that cannot be used";
