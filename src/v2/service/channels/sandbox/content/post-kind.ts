export type PostKind = 'TEXT' | 'IMAGES' | 'VIDEOS' | 'ARTICLES' | 'DOCUMENTS';
