-- The country of a cart is asked for with each read; the saved company details are its default.
alter table carts drop column country_code;
