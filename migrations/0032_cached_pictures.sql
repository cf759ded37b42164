-- A cached page may have the picture that was taken of it; its bytes follow those of the document (contract section 4.7).
alter table cached_pages add column document_bytes integer;
